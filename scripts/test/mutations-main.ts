/**
 * `npm run check -- mutations [options of Stryker]`. Stryker is installed at its first run, because it would
 * add a fifth to the packages of every installation.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const VERSION = '10.0.0'
const packages = ['core', 'jest-runner'].map((name) => `--package=@stryker-mutator/${name}@${VERSION}`)
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
const args = ['--yes', ...packages, '--', 'stryker', 'run', ...process.argv.slice(2)]
// What the global set-up would tell the tests: Stryker runs them in a copy of the checkout, where no server
// was started.
const servers = readFileSync('.local/test/servers.json', 'utf8')
const env = { ...process.env, ROLLCALL_TEST_SERVERS: servers }
process.exitCode = spawnSync(npx, args, { stdio: 'inherit', env }).status ?? 1
