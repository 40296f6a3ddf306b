import {
  Directory,
  personIn,
  scimClient,
  STYLES,
  type Person,
  type ScimClient,
} from '../../../testing/user/scim.ts'
import { expectBody, userPortal } from '../../../testing/user/start-user.ts'

const portal = userPortal()

/** Everybody who is visible, in the order of the external ids, and the versions of all. */
async function stateOf(scim: ScimClient): Promise<{ people: Person[]; versions: string[] }> {
  const { Resources, totalResults } = expectBody(await scim.get('/Users'), 200)
  expect(Resources).toHaveLength(totalResults)
  const users = [...Resources].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
  return { people: users.map(personIn), versions: users.map(({ meta }) => meta.version) }
}

describe.each(STYLES)('a directory like %s (B9)', (style) => {
  it('creates, updates, deactivates, brings back and renames people, and is then done', async () => {
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
    /** A cycle ends with the state of the directory, and the next one sends nothing that changes it. */
    const cycle = async (...people: readonly Person[]) => {
      directory.writes = 0
      await directory.cycle(people)
      const { writes } = directory
      const state = await stateOf(scim)
      expect(state.people).toEqual(people)
      await directory.cycle(people)
      expect(directory.writes).toBe(writes)
      expect(await stateOf(scim)).toEqual(state)
      return writes
    }

    // External ids in the order in which the state is compared.
    const others = [person(3), person(4), person(5)]
    expect(await cycle(person(1), person(2), ...others)).toBe(5)
    const moved = person(1, { familyName: 'King', email: 'king@bücher.example', city: '' })
    expect(await cycle(moved, person(2), ...others)).toBe(1)
    expect(await cycle(moved, person(2, { active: false }), ...others)).toBe(1)
    const before = await stateOf(scim)
    expect(await cycle(moved, person(2, { city: 'Rome' }), ...others)).toBe(1)
    expect((await stateOf(scim)).people).toHaveLength(before.people.length)
    expect(await cycle(moved, person(2, { userName: `renamed-${mark}@example.org` }), ...others)).toBe(1)
    if (style.startsWith('Okta')) return // never deletes
    expect(await cycle(moved, ...others)).toBe(1)
  })
})
