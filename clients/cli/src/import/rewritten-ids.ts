import { shellWord } from '../shell.ts'

/** An id that a spreadsheet has probably changed. */
export interface Rewritten {
  readonly field: string
  readonly id: string
  readonly original: string
}

export const FORMAT_TEXT = 'Give the column the format Text, and export it again.'

/** Whether the number in an id begins with a zero, perhaps after a prefix: `north-0815`. */
export const hasFirstZero = (id: string): boolean => /^\D*0/.test(id)

export function rewrittenText({ field, id, original }: Rewritten): string {
  const isRowRight = (hasFirstZero(id) && id.length > original.length) || /[.,]0+$/.test(original)
  const whatNow = isRowRight
    ? `and the account has ${original}, probably as a spreadsheet had changed it in an earlier file. Give ` +
      `the account its number: rollcall users renumber (${original},${id}).`
    : `and is probably ${original}, as a spreadsheet has changed it. ${FORMAT_TEXT}`
  const option = /login_?name$/i.test(field) ? '--login-name' : '--external-id'
  return (
    `${field} ${id} is not known, ${whatNow} If it is another person, create the user first: rollcall ` +
    `users merge ${option} ${shellWord(id)} … --group-ids GROUP.`
  )
}
