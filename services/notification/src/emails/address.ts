/** One e-mail address, without the quotes and comments of RFC 5322, which could hide a second address. */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/u

const NAME_AND_ADDRESS = /^([^<>\r\n]*)<([^<>]+)>$/

/** The name and address in the From header of every e-mail. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

export const isAddress = (text: string): boolean => ADDRESS.test(text)

/**
 * Reads `no-reply@example.org` or `Rollcall <no-reply@example.org>`. @throws Error that names the two forms
 */
export function parseMailFrom(raw: string): MailFrom {
  const [, name = '', address = raw] = NAME_AND_ADDRESS.exec(raw.trim()) ?? []
  const from = {
    name: name.trim().replace(/^"(.*)"$/, '$1'),
    address: address.trim(),
  }
  if (!isAddress(from.address) || /[{}]/.test(from.address))
    throw new Error(
      'must be an address without braces, like no-reply@example.org or Rollcall <no-reply@example.org>',
    )
  return from
}

export const domainOf = ({ address }: MailFrom): string => address.slice(address.lastIndexOf('@') + 1)
