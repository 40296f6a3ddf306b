import { killRunningChildren } from './child.ts'

const ends = new Set<() => unknown>()
/**
 * Calls `end` when the tests of this context are done, also when one has failed. A kit that several files of
 * a group use (`scripts/test/groups.ts`) can't have a hook of its own: it would belong to the first of them.
 */
export const afterAllTests = (end: () => unknown) => void ends.add(end)

// What a test starts ends with its file. Set up here and not in `child.ts`, because programs without jest
// start children, too.
afterAll(async () => {
  killRunningChildren()
  for (const end of ends) await end()
})
