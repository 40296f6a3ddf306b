import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  deletes,
  Directory,
  personIn,
  STYLES,
  type Person,
  type Style,
} from '../../../testing/user/directories.ts'
import { scimClient, type ScimClient } from '../../../testing/user/scim.ts'
import { expectBody, userPortal } from '../../../testing/user/start-user.ts'

const portal = userPortal()

/** Everybody who is visible, in the order of the external ids, and the versions of all. */
async function stateOf(scim: ScimClient): Promise<{ people: Person[]; versions: string[] }> {
  const { Resources, totalResults } = expectBody(await scim.get('/Users'), 200)
  expect(Resources).toHaveLength(totalResults)
  const users = [...Resources].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
  return { people: users.map(personIn), versions: users.map(({ meta }) => meta.version) }
}

/** They run at the same time, each in its own group. */
let cycles: ReadonlyMap<Style, Promise<void>>
beforeAll(() => {
  cycles = new Map(STYLES.map((style) => [style, runCycles(style)]))
  // Each is awaited by its test.
  for (const running of cycles.values()) running.catch(() => undefined)
})

it.each(STYLES)(
  'a directory like %s creates, updates, deactivates, brings back and renames people, and is then done (B9)',
  (style) => cycles.get(style),
)

it('the guide names these directories, and no others, as those that can push (B9)', () => {
  const guide = readFileSync(join(__dirname, '../../../docs/guide/scim.md'), 'utf8')
  const [, sentence = ''] = /\*\*These can push\*\*: ([^]*?)\.\n/.exec(guide) ?? []
  const named = sentence.replace(/\(#.*\)/, '').split(/, | and /)
  const run = STYLES.map((style) => style.replace(/ with .*/, ''))
  expect(new Set(named.map((name) => name.replace(/[[\]]/g, '')))).toEqual(new Set(run))
})

async function runCycles(style: Style): Promise<void> {
  const scim = scimClient((await portal.anAccount([await portal.aGroup()])).api)
  const directory = new Directory(scim, style)
  const mark = STYLES.indexOf(style)
  const person = (number: number, fields: Partial<Person> = {}): Person => ({
    externalId: `${mark}-${number}`,
    userName: `person${number}-${mark}@example.org`,
    givenName: 'Ada',
    familyName: `Byron ${number}`,
    // One domain is written in another script.
    email: `Person${number}@${number === 2 ? 'bücher' : 'books'}.example`,
    city: 'London',
    active: true,
    ...fields,
  })
  let state = await stateOf(scim)
  /**
   * A cycle ends with the state of the directory, and the next one changes nothing.
   * @returns the number of people whom it has changed, created or deleted
   */
  const cycle = async (...people: readonly Person[]) => {
    const before = state
    await directory.cycle(people)
    state = await stateOf(scim)
    expect(state.people).toEqual(people)
    await directory.cycle(people)
    expect(await stateOf(scim)).toEqual(state)
    const isNew = (version: string) => !before.versions.includes(version)
    return state.versions.filter(isNew).length + Math.max(0, before.people.length - people.length)
  }

  // External ids in the order in which the state is compared.
  const others = [person(3)]
  expect(await cycle(person(1), person(2), ...others)).toBe(3)
  const moved = person(1, { familyName: 'King', email: 'king@bücher.example', city: '' })
  expect(await cycle(moved, person(2), ...others)).toBe(1)
  expect(await cycle(moved, person(2, { active: false }), ...others)).toBe(1)
  expect(await cycle(moved, person(2, { city: 'Rome' }), ...others)).toBe(1)
  expect(await cycle(moved, person(2, { userName: `renamed-${mark}@example.org` }), ...others)).toBe(1)
  if (!deletes(style)) return
  expect(await cycle(moved, ...others)).toBe(1)
}
