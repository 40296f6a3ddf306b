import { isAddress } from './address.ts'

/** The name and address in the From header of every e-mail. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

const NAMED = /^([^<>\r\n]*)<([^<>]+)>$/

/** Reads `no-reply@example.org` or `Rollcall <no-reply@example.org>`. @throws Error that names the two forms */
export function parseMailFrom(raw: string): MailFrom {
  const [, name = '', address = raw] = NAMED.exec(raw.trim()) ?? []
  const from = { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
  if (!isAddress(from.address))
    throw new Error('must be an address, like no-reply@example.org or Rollcall <no-reply@example.org>')
  return from
}

export const domainOf = (from: MailFrom): string => from.address.slice(from.address.lastIndexOf('@') + 1)
