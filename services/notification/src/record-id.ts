import { NotFound } from '../../shared/errors.ts'

const WHOLE_NUMBER = /^[1-9]\d{0,14}$/

/** Ids are whole numbers, which the contract shows as opaque text. @throws NotFound for any other text */
export function recordId(text: string): number {
  if (!WHOLE_NUMBER.test(text)) throw new NotFound()
  return Number(text)
}
