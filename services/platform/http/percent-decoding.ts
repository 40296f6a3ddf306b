import { InvalidRequest } from '../errors.ts'

/** Query parameters by name. */
export type Query = Record<string, string>

/**
 * Decodes a value of a path or a query string.
 * @param what names the parameter in the error
 * @throws InvalidRequest for a malformed escape, and for bytes that are not UTF-8
 */
export function percentDecode(what: string, value: string): string {
  if (/%(?![\da-f]{2})/i.test(value))
    throw new InvalidRequest(
      `${what} has a % that is not followed by two hexadecimal digits. Write the % itself as %25.`,
    )
  try {
    return decodeURIComponent(value)
  } catch {
    throw new InvalidRequest(
      `${what} is not valid UTF-8. Percent-encode the bytes of its UTF-8 form: é is %C3%A9.`,
    )
  }
}

/** @throws InvalidRequest for a repeated parameter, and see {@link percentDecode} */
export function parseQuery(text: string): Query {
  // Without a prototype, so that no parameter name is special.
  const query = Object.create(null) as Query
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/.exec(pair.replaceAll('+', ' ')) ?? []
    const name = percentDecode(`query parameter ${rawName}`, rawName)
    const value = percentDecode(`query parameter ${name}`, rawValue)
    if (query[name] !== undefined)
      throw new InvalidRequest(`query parameter ${name} is sent twice. Send it once.`)
    query[name] = value
  }
  return query
}
