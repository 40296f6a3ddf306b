import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Registry } from './images.ts'
import { ROOT } from '../../local/support/files.ts'
import { requireTool } from '../../local/support/tools.ts'
import { CommandError } from '../../local/support/command-error.ts'

/** Runs a program in the checkout. @returns what it printed. @throws Error with its output when it fails */
export function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

/**
 * Signs with a key, whose password is in COSIGN_PASSWORD, or as the identity of the workflow that this
 * process runs in. Artifacts are named by their digest: `registry.example.org/rollcall/user@sha256:…`.
 */
export function signer(key: string | undefined, { plainHttp }: Registry) {
  if (key !== undefined && !existsSync(key))
    throw new CommandError(`${key} does not exist: "cosign generate-key-pair" makes a key`)
  const cosign = requireTool('cosign')
  const by = key === undefined ? [] : ['--key', key, '--use-signing-config=false', '--tlog-upload=false']
  const http = plainHttp ? ['--allow-http-registry'] : []
  const call = (verb: string, ...args: readonly string[]) => void run(cosign, verb, '--yes', ...by, ...args)
  return {
    sign: (artifact: string) => call('sign', ...http, '--recursive', artifact),
    attest: (artifact: string, type: 'cyclonedx' | 'slsaprovenance1', predicateFile: string) =>
      call('attest', ...http, '--type', type, '--predicate', predicateFile, artifact),
    /** The signature is stored next to the file. */
    signFile: (path: string) => call('sign-blob', '--bundle', `${path}.sigstore.json`, path),
  }
}

/**
 * Which sources were built, by whom and when, in the form of SLSA 1.0. A workflow names itself in its
 * variables.
 */
export function provenance(commit: string, startedOn: Date, options: object): string {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_WORKFLOW_REF } = process.env
  const source = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
  const predicate = {
    buildDefinition: {
      buildType: 'https://slsa.dev/spec/v1.0/provenance#npm-run-release',
      externalParameters: { command: 'npm run release', ...options },
      resolvedDependencies: [{ uri: `git+${source ?? 'file://.'}`, digest: { gitCommit: commit } }],
    },
    runDetails: {
      builder: { id: source ? `${GITHUB_SERVER_URL}/${GITHUB_WORKFLOW_REF}` : `host:${hostname()}` },
      metadata: {
        invocationId: source ? `${source}/actions/runs/${GITHUB_RUN_ID}` : commit,
        startedOn: startedOn.toISOString(),
        finishedOn: new Date().toISOString(),
      },
    },
  }
  return `${JSON.stringify(predicate, null, 2)}\n`
}
