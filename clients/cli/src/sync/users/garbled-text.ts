import type { User } from '@rollcall/client'
import { rejected, type ReadableRow } from '../../import/row.ts'
import {
  canonical,
  hasLostLetters,
  isGarbled,
  isSpreadsheetError,
  originalOfGarbled,
  textIn,
} from '../../import/texts.ts'
import { shellWord } from '../../shell.ts'
import type { SyncResult } from '../plan.ts'
import { PERSONAL, type PersonRow } from './people.ts'

export const GARBLED_TEXT = 'garbled-text'

/** The error of a row with what a spreadsheet writes instead of a name. */
export function errorAsName({ line, body }: Pick<ReadableRow, 'line' | 'body'>) {
  const field = PERSONAL.find((one) => isSpreadsheetError(textIn(body[one]) ?? ''))
  const detail = `${field} ${textIn(body[field ?? ''])} is the error of a spreadsheet. Correct the row.`
  return field && rejected(line, GARBLED_TEXT, detail)
}

/** The error of a row that would give a garbled name to its user, or to a new one. */
export function garbledText(
  { line, body, externalId, loginName }: PersonRow,
  user?: User,
): SyncResult | undefined {
  const wrong = errorAsName({ line, body })
  if (wrong) return wrong
  const option = externalId
    ? `--external-id ${shellWord(externalId)}`
    : `--login-name ${shellWord(loginName)}`
  for (const field of PERSONAL) {
    const text = textIn(body[field]) ?? ''
    if (user && isGarbled(text, user[field]))
      return rejected(
        line,
        GARBLED_TEXT,
        `The row would change ${field} ${user[field]} to ${text}, which is the same in another encoding. ` +
          'Export the file as UTF-8, or correct the row.',
      )
    if (user && canonical(text) === canonical(user[field])) continue
    const original = originalOfGarbled(text)
    if (original === undefined && !hasLostLetters(text)) continue
    const read = original === undefined ? 'has lost letters' : `is probably ${original}, read`
    return rejected(
      line,
      GARBLED_TEXT,
      `${field} ${text} ${read} in another encoding. Export the file as UTF-8, or correct the row. If it ` +
        `is right, ${user ? 'change' : 'create'} the user first: rollcall users merge ${option} …` +
        `${user ? '' : ' --group-ids GROUP'}.`,
    )
  }
  return undefined
}
