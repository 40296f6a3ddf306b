/**
 * `npm run check -- mutations [options of Stryker]`. Stryker is installed at its first run, because it would
 * add a fifth to the packages of every installation.
 */
import { spawnSync } from 'node:child_process'

const VERSION = '10.0.0'
const packages = ['core', 'jest-runner'].map((name) => `--package=@stryker-mutator/${name}@${VERSION}`)
const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
const args = ['--yes', ...packages, '--', 'stryker', 'run', ...process.argv.slice(2)]
process.exitCode = spawnSync(npx, args, { stdio: 'inherit' }).status ?? 1
