import { shellWord } from '../shell.ts'

/** An id that a spreadsheet has probably changed. */
export interface Rewritten {
  readonly field: string
  readonly id: string
  /** The ids that it may be; several if they differ as little from each other. */
  readonly originals: readonly Original[]
  /** Whether the file says which number a person has, so that the account may have the wrong one. */
  readonly mayRenumber?: boolean
}

interface Original {
  readonly id: string
  /** Who has it. */
  readonly who?: string
}

export const FORMAT_TEXT = 'Give the column the format Text, and export it again.'

/** Whether the number in an id begins with a zero, perhaps after a prefix: `north-0815`. */
export const hasFirstZero = (id: string): boolean => /^\D*0/.test(id)

export function rewrittenText({ field, id, originals, mayRenumber = false }: Rewritten): string {
  const texts = new Set(originals.map((one) => (one.who === undefined ? one.id : `${one.id}, ${one.who}`)))
  const [original = ''] = originals.map((one) => one.id)
  const isLonger = hasFirstZero(id) && id.length > original.length
  const isRowRight = mayRenumber && (isLonger || /[.,]0+$/.test(original))
  const whatNow =
    texts.size > 1
      ? `and may be one of these: ${[...texts].join('; ')}. Give the number of the right one in the row. ` +
        FORMAT_TEXT
      : isRowRight
        ? `and the account has ${original}, probably as a spreadsheet had changed it in an earlier file. ` +
          `Give the account its number: rollcall users renumber (${original},${id}).`
        : isLonger
          ? `and the account has ${[...texts].join('')}. If it is this person, give that number in the row.`
          : `and is probably ${[...texts].join('')}, as a spreadsheet has changed it. ${FORMAT_TEXT}`
  const option = /login_?name$/i.test(field) ? '--login-name' : '--external-id'
  return (
    `${field} ${id} is not known, ${whatNow} If it is another person, create the user first: rollcall ` +
    `users merge ${option} ${shellWord(id)} … --group-ids GROUP.`
  )
}
