import { join } from 'node:path'
import { ROOT } from './files.ts'

/** Which of two versions `tsc` on the PATH is, follows from the order of installing. */
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc')

/**
 * What Node runs to compile what services run: a moment when nothing has changed since the last time. It does not check types,
 * which takes four times as long; oxlint does (.oxlintrc.json), with the same compiler.
 */
export const COMPILE_SERVICES = [TSC, '-b', 'tsconfig.services.json', '--noCheck']
