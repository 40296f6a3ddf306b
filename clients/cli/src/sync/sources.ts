import type { User } from '@rollcall/client'
import { counted } from '../output.ts'

/** Whether a sync for this source may remove the user. Without a source, it may remove everybody. */
export const isOwn = ({ managedBy }: User, source: string | undefined): boolean =>
  source === undefined || managedBy === source

/** Whether another source than that of the sync keeps the user. */
export const isOfOtherSource = (user: User, source: string | undefined): boolean =>
  Boolean(user.managedBy) && !isOwn(user, source)

/** Why a sync leaves a record as it is. */
export const keptBy = (source = ''): string =>
  source === '' ? 'Kept by no source.' : `Kept by the source ${source}.`

/** How a plan names a record that another source may keep. */
export const nameWithSource = (name: string, source = ''): string => name + (source ? ` (${source})` : '')

/** The same for many, those of the smallest source first: a plan shows ten, and these are the news. */
export const namesWithSources = <R>(
  records: readonly R[],
  nameOf: (record: R) => string,
  sourceOf: (record: R) => string | undefined,
): string[] =>
  [...Map.groupBy(records, sourceOf).values()]
    .toSorted((a, b) => a.length - b.length)
    .flat()
    .map((record) => nameWithSource(nameOf(record), sourceOf(record)))

export const NOT_OWN = 'not in the file, and kept by no or another source, left as they are'

/** How many records each source keeps: `2 by hr, 1 by scim-7`. */
export const countedBySource = (sources: readonly string[]): string =>
  [...Map.groupBy(sources, (name) => name)].map(([name, { length }]) => `${length} by ${name}`).join(', ')

/** Why nothing is done, if most rows are about people of other sources, and none is of this one. */
export function wrongSource(
  { source, group }: { readonly source?: string | undefined; readonly group: number | undefined },
  {
    rows,
    ofOthers,
    users,
  }: {
    /** How many rows the file has. */
    readonly rows: number
    /** The sources of rows about people of other ones. */
    readonly ofOthers: readonly string[]
    /** All users of the group. */
    readonly users: Iterable<User>
  },
): string | undefined {
  if (ofOthers.length * 2 <= rows || [...users].some(({ managedBy }) => managedBy === source))
    return undefined
  const [where, option] =
    group === undefined ? ['Nobody', ''] : [`Nobody in group ${group}`, ` --group ${group}`]
  return (
    `${where} is kept by ${source}, and of ${counted(rows, 'row')} are kept: ${countedBySource(ofOthers)}. ` +
    `Nothing was changed. Is --source right? If ${source} is to keep them, an operator hands them over: ` +
    'rollcall sources hand-over. If it keeps other people of the file, an operator imports these first: ' +
    `rollcall import users FILE${option} --source ${source}.`
  )
}
