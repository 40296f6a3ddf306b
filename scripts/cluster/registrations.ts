import { ask, type Way } from './http.ts'
import type { Created } from './load.ts'
import type { World } from './world.ts'

export interface RegistrationCount {
  readonly stored: number
  /** Created for the client, and not there. */
  readonly lost: number
  /** More than one for the same user and course. */
  readonly doubled: number
}

/** Walks through everything that is stored and compares it with what the client was told. */
export async function countRegistrations(
  way: Way,
  world: World,
  created: readonly Created[],
): Promise<RegistrationCount> {
  const credential = { 'X-Api-Key': world.key.keyId, 'X-Api-Secret': world.key.secret }
  const ids = new Set<number>()
  const pairs = new Map<string, number>()
  for (const courseId of world.courseIds) {
    const answer = await ask(way, 'GET', `/registrations/?course_id=${courseId}&limit=1000`, credential)
    if (answer.status !== 200) throw new Error(`the list was answered ${answer.status} ${answer.body}`)
    for (const { id, userId } of JSON.parse(answer.body) as { id: number; userId: number }[]) {
      ids.add(id)
      const pair = `${courseId}/${userId}`
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
  }
  return {
    stored: ids.size,
    lost: created.filter(({ id }) => !ids.has(id)).length,
    doubled: [...pairs.values()].filter((times) => times > 1).length,
  }
}
