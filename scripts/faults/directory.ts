import { setTimeout as delay } from 'node:timers/promises'
import { bearer, uncheckedClient } from '../../testing/client.ts'
import { expectBody } from '../../testing/portal.ts'
import { operators } from '../../testing/system/operators.ts'
import { randomFrom, type Random } from '../../testing/system/random.ts'
import type { System } from '../../testing/system/system.ts'
import {
  deletes,
  Directory,
  personIn,
  STYLES,
  type Person,
  type Style,
} from '../../testing/user/directories.ts'
import { scimClient } from '../../testing/user/scim.ts'

const PEOPLE = 15
const ADMINISTRATOR = 'User administrator'
/** A cycle that gets so many responses without an end has met a dead end. */
const MAX_FAILURES = 100
/** A directory begins again later; here as soon as the service may be back. */
const PAUSE_MS = 200
const MAX_MS_BETWEEN_KILLS = 1_500

/**
 * Directories of every style run cycles while the processes of the user service are killed. Afterwards the
 * state of each has to be that of its directory, with nobody twice, and a further cycle must change nothing.
 * @returns whether all was well
 */
export async function directoryCycles(
  system: System,
  { cycles, seed }: { cycles: number; seed: number },
  print: (line: string) => void,
): Promise<boolean> {
  // Before the first kill, because this is not begun again as a cycle is.
  const directories = await Promise.all(
    STYLES.map(async (style) => ({ style, credential: await credentialOf(system, style) })),
  )
  let kills = 0
  const killing = new AbortController()
  const killer = (async () => {
    const random = randomFrom(seed)
    while (!killing.signal.aborted) {
      const server = random.of(system.users)
      process.kill(server.pid(), 'SIGKILL')
      kills++
      await server.start()
      await delay(random.between(0, MAX_MS_BETWEEN_KILLS))
    }
  })()
  const results = await Promise.all(
    directories.map((directory, i) =>
      campaignOf(system, { ...directory, cycles, random: randomFrom(seed + i + 1) }),
    ),
  ).finally(() => killing.abort())
  await killer
  let isWell = true
  for (const { style, attempts, differing, further } of results) {
    print(
      `  ${style}: ${cycles} cycles in ${attempts} attempts; people who differ ${differing}; ` +
        `changes of a further cycle ${further}`,
    )
    isWell &&= differing === 0 && further === 0
  }
  print(`${kills} kills of the user service`)
  return isWell
}

/** The key of a directory, in a group of its own. */
async function credentialOf(system: System, style: Style) {
  const operator = operators(system.users[0]!)
  const groupId = 9_000 + STYLES.indexOf(style)
  await operator.put(`/admin/groups/${groupId}/`, 201, { name: style, parentId: null })
  const { id } = await operator.post('/admin/service-accounts/', 201, {
    name: style,
    grants: [{ role: ADMINISTRATOR, groupId }],
  })
  const key = await operator.post(`/admin/service-accounts/${id}/keys/`, 201, { expiresAt: null })
  return bearer(`${key.keyId}.${key.secret}`)
}

async function campaignOf(
  system: System,
  {
    style,
    credential,
    cycles,
    random,
  }: { style: Style; credential: ReturnType<typeof bearer>; cycles: number; random: Random },
) {
  const mark = STYLES.indexOf(style)
  const [first, second] = system.users.map(({ url }) => uncheckedClient(url, credential))
  const scim = scimClient({
    ...first!,
    send: (...request) => (random.below(2) === 0 ? first! : second!).send(...request),
  })
  const directory = new Directory(scim, style)
  let people = Array.from({ length: PEOPLE }, (_, number) => newPerson(mark, number))
  let attempts = 0
  for (let cycle = 0; cycle < cycles; cycle++) {
    people = people.map((person) => changed(person, cycle, random))
    if (deletes(style) && random.below(3) === 0)
      people = [...people.slice(1), newPerson(mark, PEOPLE + cycle)]
    for (let failures = 0; ;) {
      attempts++
      const isDone = await directory.cycle(people).then(
        () => true,
        (error: unknown) => {
          // fetch throws a TypeError while no process listens.
          if (!(error instanceof TypeError) && ++failures === MAX_FAILURES)
            throw new Error(`${style} has met a dead end: ${String(error)}`, { cause: error })
          return false
        },
      )
      if (isDone) break
      await delay(PAUSE_MS)
    }
  }
  // Killing goes on for the others, so this is repeated too.
  for (;;) {
    try {
      const { Resources, totalResults } = expectBody(await scim.get('/Users'), 200)
      const state = Resources.map((user: object) => JSON.stringify(personIn(user))).sort()
      const before = new Set(Resources.map((user: object) => JSON.stringify(user)))
      const wanted = people.map((person) => JSON.stringify(person)).sort()
      const differing = state.filter((person: string, i: number) => person !== wanted[i]).length
      await directory.cycle(people)
      const after = expectBody(await scim.get('/Users'), 200)
      const further =
        after.Resources.filter((user: object) => !before.has(JSON.stringify(user))).length +
        Math.abs(after.totalResults - totalResults)
      const missing = Math.abs(totalResults - people.length)
      return { style, attempts, differing: differing + missing, further }
    } catch {
      await delay(PAUSE_MS)
    }
  }
}

const newPerson = (mark: number, number: number): Person => ({
  externalId: `${mark}-${number}`,
  userName: `person-${mark}-${number}@example.org`,
  givenName: 'Ada',
  familyName: `Byron ${number}`,
  email: `person-${mark}-${number}@example.org`,
  city: '',
  active: true,
})

/** A change of every kind that a directory makes, to some of the people. */
function changed(person: Person, cycle: number, random: Random): Person {
  switch (random.below(8)) {
    case 0:
      return { ...person, active: !person.active }
    case 1:
      return { ...person, familyName: `King ${cycle}` }
    case 2:
      return { ...person, userName: `renamed-${cycle}-${person.externalId}@example.org` }
    case 3:
      return { ...person, city: person.city === '' ? 'London' : '' }
    default:
      return person
  }
}
