import { NotFound } from '../../platform/errors.ts'

const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** Reads the id of a record, which the API shows as text. @throws NotFound for any other text */
export function parseId(text: string): number {
  if (!POSITIVE_INTEGER.test(text)) throw new NotFound()
  return Number(text)
}

/** Reads ids of records, as {@link parseId} does. A text that can't be an id is left out. */
export const parseIds = (texts: readonly string[] | undefined): number[] | undefined =>
  texts?.filter((text) => POSITIVE_INTEGER.test(text)).map(Number)
