import { killRunningChildren } from './child.ts'

// What a test starts ends with its file, also when the test has failed. Set up here and not in `child.ts`,
// because programs without jest start children, too.
afterAll(killRunningChildren)
