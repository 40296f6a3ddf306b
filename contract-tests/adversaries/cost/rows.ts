import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../../testing/clients/command.ts'
import { costOfRun } from './measure.ts'
import type { Work } from './work.ts'

/** A value of a column, by the number of a person. */
type Column = (i: number) => string
interface Row {
  readonly i: number
  /** How many rows the file has. */
  readonly rows: number
  readonly next: Column
}

/** Where the values of a column come from: each looks like another file to code that joins rows by it. */
const SHAPES: Readonly<Record<string, (own: Column, row: Row) => string>> = {
  empty: () => '',
  equal: (own) => own(0),
  'equal but for their letter case': (own, { i }) => (i % 2 ? own(0).toUpperCase() : own(0)),
  'equal in pairs': (own, { i }) => own(i >> 1),
  'shifted by a row': (own, { i }) => own(i + 1),
  'of people who are new': (own, { i, rows }) => own(i + 2 * rows),
  'a number behind other letters each': (_own, { i }) => `${lettersOf(i)}1`,
  'each the beginning of another': (own, { i }) => own(i).slice(0, 3 + (i % 6)),
  // In the long form only.
  'equal in two halves': (own, { i, rows }) => own(i % (rows >> 1)),
  reversed: (own, { i, rows }) => own(rows - 1 - i),
  'those of the next column': (_own, { i, next }) => next(i),
}
const SHAPES_OF_SHORT = 8
const lettersOf = (i: number) =>
  i.toString(16).replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

const USER = {
  externalId: (i: number) => `hr-${100_000 + i}`,
  loginName: (i: number) => `ada${100_000 + i}`,
  email: (i: number) => `${100_000 + i}@example.org`,
  firstName: (i: number) => `Ada ${i}`,
  lastName: (i: number) => `Byron ${i}`,
}
const REGISTRATION = {
  userExternalId: USER.externalId,
  userEmail: USER.email,
  userLoginName: USER.loginName,
  userLastName: USER.lastName,
  externalId: (i: number) => `R-${i}`,
}
type Columns = Readonly<Record<string, Column>>
/** The commands that read a file and know what is there, and the columns of these files. */
const COMMANDS: Readonly<Record<string, Columns>> = {
  'users sync FILE --group 12 --source hr --leavers expire --dry-run': USER,
  'users renumber FILE --source hr --dry-run': {
    oldExternalId: USER.externalId,
    // Each waits for the row before it.
    externalId: (i) => USER.externalId(i - 1),
    loginName: USER.loginName,
    lastName: USER.lastName,
  },
  'registrations sync FILE --course 9 --group 12 --max-withdrawals 100% --dry-run': REGISTRATION,
  'registrations complete FILE --course 9 --dry-run': {
    ...REGISTRATION,
    completionDate: () => '2026-01-02T00:00:00Z',
  },
  'import users FILE --group 12 --restart --dry-run': USER,
  'registrations import FILE --restart --dry-run': { ...REGISTRATION, courseId: () => '9' },
}

const AT = '2026-01-01T00:00:00Z'
const userOf = (i: number) => ({
  id: i + 1,
  ...Object.fromEntries(Object.entries(USER).map(([name, column]) => [name, column(i)])),
  ...{ managedBy: 'hr', visibleGroupIds: [12], expirationDate: '', createdDate: AT, updatedDate: AT },
})
const registrationOf = (i: number) => ({
  ...{ id: i + 1, courseId: 9, userId: i + 1, externalId: REGISTRATION.externalId(i) },
  ...{ userExternalId: USER.externalId(i), statusName: 'Not Started', registrationDate: AT },
})
const GROUP = { id: 12, name: 'North', parentId: null }
const COURSE = { id: 9, name: 'Nine', externalId: 'C-9', groupIds: [12] }

/** A service that knows as many people as the file has rows, half of them those of the file. */
function serviceWith(rows: number, areAccepted: boolean): typeof fetch {
  const numbers = Array.from({ length: rows }, (_, j) => j + (rows >> 1))
  const byNumber = new Map(numbers.map((i) => [USER.externalId(i), i]))
  const users = JSON.stringify(numbers.map(userOf))
  const registrations = JSON.stringify(numbers.map(registrationOf))
  const resultOf = (body: Readonly<Record<string, string | undefined>>, j: number) => {
    if (!areAccepted) return { status: 422, code: 'user-not-found', detail: 'No user.' }
    const known = byNumber.get(body['userExternalId'] ?? body['externalId'] ?? '')
    const id = known === undefined ? 2 * rows + j : known + 1
    const outcome = known === undefined ? 'created' : 'changed'
    return { status: 200, outcome, user: { id }, registration: { ...registrationOf(id - 1), userId: id } }
  }
  const lists: readonly (readonly [RegExp, string])[] = [
    [/[?&](loginName|email)=/, '[]'],
    [/\/groups\//, JSON.stringify([GROUP])],
    [/\/courses\/9/, JSON.stringify(COURSE)],
    [/\/courses\//, JSON.stringify([COURSE])],
    [/\/registrations\//, registrations],
    [/\/users\//, users],
  ]
  return (url, init) => {
    const items = typeof init?.body === 'string' ? (JSON.parse(init.body) as object[]) : undefined
    const text = items
      ? JSON.stringify(items.map((item, j) => resultOf(item as Parameters<typeof resultOf>[0], j)))
      : lists.find(([path]) => path.test(url as string))?.[1]
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }))
  }
}

const URL = 'http://127.0.0.1:1'
const ENV = {
  ...{ ROLLCALL_URL: URL, ROLLCALL_ADMIN_URL: URL, ROLLCALL_OPERATOR_TOKEN: 'a'.repeat(40) },
  ...{ ROLLCALL_API_KEY: `key_${'a'.repeat(20)}`, ROLLCALL_API_SECRET: 'b'.repeat(40) },
}
const FILE = 'rows.ndjson'
/** What a file costs as a multiple of one with the rows of the people is not looked at further. */
const USUAL = 2

/** Which columns of the file have which shape. */
type Shapes = Readonly<Record<string, string>>

/**
 * Whole commands that read a file in which columns have a shape, and plan what to do.
 * @param folder for the files
 * @param options `size`: how many rows there are; `isLong`: each column, and pairs; otherwise some
 */
export function commandsWithRows(folder: string, options: { size: number; isLong: boolean }): Work[] {
  const { size, isLong } = options
  // The one that compares most.
  const commands = Object.entries(COMMANDS).slice(0, isLong ? undefined : 1)
  return commands.flatMap(([name, columns]) =>
    [true, false].flatMap((areAccepted) => {
      let usualMs = Infinity
      const services: Record<number, typeof fetch> = {}
      const workOf = (shapes: Shapes): Work => ({
        name: `${name}, ${areAccepted ? 'accepted' : 'rejected'}: ${textOf(shapes)}`,
        size,
        of: (rows) => {
          const text = fileOf(columns, shapes, rows)
          const service = (services[rows] ??= serviceWith(rows, areAccepted))
          return async () => {
            writeFileSync(join(folder, FILE), text)
            const sent = jest.spyOn(globalThis, 'fetch').mockImplementation(service)
            const run = () => command(name.replace('FILE', FILE).split(' '), { env: ENV, folder })
            const ms = await costOfRun(run).finally(() => sent.mockRestore())
            if (rows === size) usualMs = Math.min(usualMs, ms)
          }
        },
        ...(Object.keys(shapes).length > 0 && { usualMs: () => USUAL * usualMs }),
      })
      const all = shapesOf(Object.keys(columns), isLong)
      // In `npm test` every second file is accepted.
      const isTurn = (i: number) => isLong || i === 0 || i % 2 !== Number(areAccepted)
      return all.filter((_, i) => isTurn(i)).map(workOf)
    }),
  )
}

/** None, and each shape of single columns or of several; pairs of shapes in the long form. */
function shapesOf(names: readonly string[], isLong: boolean): Shapes[] {
  const shapes = Object.keys(SHAPES).slice(0, isLong ? undefined : SHAPES_OF_SHORT)
  const [first = '', ...others] = names
  const groups = isLong ? [...names.map((name) => [name]), names] : [[first], others]
  const alike = groups.flatMap((group) =>
    shapes.map((shape) => Object.fromEntries(group.map((name) => [name, shape]))),
  )
  const ofTwo = names.flatMap((name, i) =>
    names
      .slice(i + 1)
      .flatMap((other) =>
        shapes.flatMap((one) =>
          shapes.filter((two) => two !== one).map((two) => ({ [name]: one, [other]: two })),
        ),
      ),
  )
  const withoutNumber = shapes.map((shape) => ({
    ...Object.fromEntries(others.map((name) => [name, shape])),
    [first]: 'empty',
  }))
  return [{}, ...alike, ...(isLong ? ofTwo : withoutNumber)]
}

const textOf = (shapes: Shapes): string =>
  Object.entries(shapes)
    .map(([name, shape]) => `${name} ${shape}`)
    .join(', ') || 'as they are'

function fileOf(columns: Columns, shapes: Shapes, rows: number): string {
  const all = Object.entries(columns)
  const cells = all.map(([name, own], k) => {
    const [, next = own] = all[(k + 1) % all.length] ?? []
    const shape = SHAPES[shapes[name] ?? '']
    return [name, (i: number) => (shape ? shape(own, { i, rows, next }) : own(i))] as const
  })
  const rowOf = (i: number) =>
    JSON.stringify(Object.fromEntries(cells.map(([name, cell]) => [name, cell(i)])))
  return Array.from({ length: rows }, (_, i) => `${rowOf(i)}\n`).join('')
}
