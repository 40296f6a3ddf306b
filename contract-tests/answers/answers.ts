import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationsOf, type OpenApiDocument } from '../../scripts/generate/document.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Where the test files leave what they met; emptied by each complete run. */
export const FOLDER = join(ROOT, '.local/test/answers')
/** What no test meets, each with the reason. Lines may go, and none may come. */
export const NEVER_MET = join(import.meta.dirname, 'never-met.txt')

/** `operationId status`, as all of these lists have it. */
export type Answer = string

/** Every answer that the contract declares for a status of its own. */
export function declared(document: OpenApiDocument): Answer[] {
  return operationsOf(document).flatMap(({ operation }) =>
    Object.keys(operation.responses)
      .filter((status) => status !== 'default')
      .map((status) => `${operation.operationId} ${status}`),
  )
}

export function met(): ReadonlySet<Answer> {
  const files = globSync('*.txt', { cwd: FOLDER })
  return new Set(files.flatMap((file) => linesOf(readFileSync(join(FOLDER, file), 'utf8'))))
}

/** The lines of a list, without comments. */
export const linesOf = (text: string): Answer[] =>
  text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')

/** Where the list of answers never met is wrong, one line each. */
export function faultsOfList(
  list: readonly Answer[],
  { all, seen }: { all: readonly Answer[]; seen: ReadonlySet<Answer> },
): string[] {
  const operations = new Set(all.map((answer) => answer.split(' ')[0]))
  return [
    // What is answered outside of every operation (`none`) is declared by none.
    ...[...seen]
      .filter((answer) => !all.includes(answer) && operations.has(answer.split(' ')[0]))
      .map((answer) => `${answer}: is met by a test, and not declared`),
    ...all
      .filter((answer) => !seen.has(answer) && !list.includes(answer))
      .map((answer) => `${answer}: declared, and no test meets it`),
    ...list
      .filter((answer) => seen.has(answer))
      .map((answer) => `${answer}: is met by a test now, and its line may go`),
    ...list
      .filter((answer) => !all.includes(answer))
      .map((answer) => `${answer}: is not declared, and its line may go`),
  ]
}

/** The text of the list with the lines that may go gone. */
export function shrunk(
  text: string,
  { all, seen }: { all: readonly Answer[]; seen: ReadonlySet<Answer> },
): string {
  const stays = (line: string) => linesOf(line).every((answer) => all.includes(answer) && !seen.has(answer))
  return text.split('\n').filter(stays).join('\n')
}
