/** `npm run rollcall`: the command-line tool of this checkout, compiled when it has changed. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { COMPILE_CLI } from './support/compiler.ts'
import { ROOT } from './support/files.ts'

execFileSync(process.execPath, COMPILE_CLI, { cwd: ROOT, stdio: 'inherit' })
const main = join(ROOT, 'clients/cli/dist/src/main.js')
// The tool takes its name from the program that was called.
process.argv[1] = main
await import(pathToFileURL(main).href)
