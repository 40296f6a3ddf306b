import { join } from 'node:path'
import { ROOT } from './files.ts'

const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc')

/**
 * The arguments of Node to check all types. Which of two versions `tsc` on the PATH is, follows from the
 * order of installing. Four checkers, as is usual, each compute again what they share: twice the CPU and
 * three times the memory.
 */
export const CHECK_TYPES = [TSC, '-b', '--checkers', '1']
/**
 * The arguments of Node to compile the command-line tool and the client that it uses: fast if nothing has
 * changed. It does not check types, which takes four times as long; `npm test` does.
 */
export const COMPILE_CLI = [TSC, '-b', 'clients/cli', '--noCheck']
/** The same for the services as well: all that tests run in processes of their own. */
export const COMPILE = [...COMPILE_CLI, 'tsconfig.services.json']
