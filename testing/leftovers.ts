import { endAll } from './after-all-tests.ts'
import { killRunningChildren } from './child.ts'

// What a test starts ends with its file. Set up here and not in `child.ts`, because programs without jest
// start children, too.
afterAll(async () => {
  killRunningChildren()
  await endAll()
})
