import { isAddress } from './address.ts'

/** Whom the e-mails come from. */
export interface Sender {
  readonly name: string
  readonly address: string
}

const NAMED = /^([^<>\r\n]*)<([^<>]+)>$/

/** Reads `no-reply@example.org` or `Rollcall <no-reply@example.org>`. @throws Error that names the two forms */
export function parseSender(raw: string): Sender {
  const [, name = '', address = raw] = NAMED.exec(raw.trim()) ?? []
  const sender = { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
  if (!isAddress(sender.address))
    throw new Error('must be an address, like no-reply@example.org or Rollcall <no-reply@example.org>')
  return sender
}

export const domainOf = (sender: Sender): string => sender.address.slice(sender.address.lastIndexOf('@') + 1)
