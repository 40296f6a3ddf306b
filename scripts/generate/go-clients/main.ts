/**
 * `npm run check -- go`: makes a client from the published contract with each generator for Go, at its
 * default options, compiles it, and calls a server whose responses have fields that the contract lacks. Needs
 * Go and Java, and the module proxy of Go.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool, scratchFolder } from '../tools.ts'
import { CommandError, printError } from '../../../local/support/command-error.ts'
import { ROOT } from '../../../local/support/files.ts'

const CONTRACT = join(ROOT, 'services/platform/contract/generated/openapi.public.json')
const TESTS = join(ROOT, 'scripts/generate/go-clients/tests')

interface Generator {
  readonly name: string
  /** The package of the generated code. */
  readonly packageName: string
  readonly generate: (folder: string) => void | Promise<void>
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'oapi-codegen',
    packageName: 'rollcall',
    generate: (folder) => {
      const module = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
      go(folder, ['mod', 'init', 'example.test/rollcall'])
      go(folder, ['run', module, '-package', 'rollcall', '-o', 'rollcall.gen.go', CONTRACT])
    },
  },
  {
    name: 'openapi-generator',
    packageName: 'openapi',
    generate: (folder) =>
      runTool('openapi-generator-cli', ['generate', '-i', CONTRACT, '-g', 'go', '-o', folder]),
  },
  {
    name: 'ogen',
    packageName: 'api',
    generate: (folder) => {
      go(folder, ['mod', 'init', 'example.test/rollcall'])
      go(folder, ['run', 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0', '--target', '.', CONTRACT])
    },
  },
]

await checkAll().catch((error: unknown) => (process.exitCode = printError(error)))

async function checkAll(): Promise<void> {
  for (const generator of GENERATORS) {
    await using scratch = await scratchFolder()
    await check(generator, scratch.path)
    console.log(`${generator.name}: the client compiles and reads fields that were added later`)
  }
}

async function check({ name, packageName, generate }: Generator, folder: string): Promise<void> {
  await generate(folder)
  for (const file of ['server_test.go', `${name}_test.go`]) {
    const source = readFileSync(join(TESTS, file), 'utf8')
    writeFileSync(join(folder, file), source.replace('package client', `package ${packageName}`))
  }
  go(folder, ['mod', 'tidy'])
  go(folder, ['vet', '.'])
  go(folder, ['test', '.'])
}

/** @throws with the output of the command when it fails */
function go(cwd: string, args: readonly string[]): void {
  try {
    const env = { ...process.env, GOFLAGS: '-buildvcs=false -mod=mod', GOWORK: 'off', CGO_ENABLED: '0' }
    execFileSync('go', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new CommandError(`${stdout}${stderr}go ${args.slice(0, 2).join(' ')} failed.`)
  }
}
