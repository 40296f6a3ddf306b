import type { OperationEntry } from '../contract/document.ts'

/**
 * How the reference groups operations: by what a caller wants to do. The first row whose pattern fits
 * decides.
 */
const TASKS: readonly (readonly [task: string, operations: RegExp])[] = [
  ['Register users', /^post \/registrations\/(batch\/)?$/],
  ['Move registrations', /^post \/registrations\/.+\/(approve|complete|withdraw)\/$/],
  ['Read registrations', /^get \/registrations\//],
  ['Users', /^\w+ \/users\//],
  ['SCIM', /^\w+ \/scim\//],
  ['Courses and groups', /^get \/(courses|groups)\//],
  ['This contract', /\.json$/],
]

/**
 * The task of an operation; one that fits no row belongs to the resource in its path: `/webhook-endpoints/`
 * to "Webhook endpoints".
 */
export function taskOf({ method, path }: Pick<OperationEntry, 'method' | 'path'>): string {
  const [task] = TASKS.find(([, operations]) => operations.test(`${method} ${path}`)) ?? []
  return task ?? titleOf(path.replace(/^\/admin/, '').split('/')[1] ?? '')
}

const titleOf = (segment: string) =>
  `${segment.charAt(0).toUpperCase()}${segment.slice(1)}`.replaceAll('-', ' ')

/** The tasks of these operations, those of the table first and in its order. */
export function inOrder(tasks: ReadonlySet<string>): string[] {
  const listed = TASKS.map(([task]) => task).filter((task) => tasks.has(task))
  const last = listed.includes('This contract') ? ['This contract'] : []
  const others = [...tasks].filter((task) => !listed.includes(task))
  return [...listed.filter((task) => !last.includes(task)), ...others, ...last]
}
