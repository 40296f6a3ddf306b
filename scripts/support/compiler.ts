import { join } from 'node:path'
import { ROOT } from './files.ts'

const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc')

/**
 * What Node runs to check all types. Which of two versions `tsc` on the PATH is, follows from the order of installing. Four
 * checkers, as is usual, each find out anew what they share: twice the CPU and three times the memory.
 */
export const CHECK_TYPES = [TSC, '-b', '--checkers', '1']
/**
 * What Node runs to compile what services run: a moment when nothing has changed since the last time. It does not check types,
 * which takes four times as long; `npm test` does.
 */
export const COMPILE_SERVICES = [TSC, '-b', 'tsconfig.services.json', '--noCheck']
