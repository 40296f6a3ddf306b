import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Registry } from '../image/builder.ts'
import { ROOT } from '../support/files.ts'
import { requireTool } from '../support/go-tools.ts'
import { Refusal } from '../support/refusal.ts'

/** Runs a program in the clone. @returns what it printed. @throws Error with what it said when it failed */
export function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' })
  if (status === 0) return stdout
  throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

/** Something in a registry, by a name that can't come to mean anything else: `registry.example.org/rollcall/user@sha256:…` */
export type Pinned = string

export function pushChart(archive: string, { address, plain }: Registry): Pinned {
  const push = ['push', archive, `oci://${address}/charts`, ...(plain ? ['--plain-http'] : [])]
  // Helm says the digest where others complain.
  const said = run('sh', '-c', 'exec "$@" 2>&1', 'push', requireTool('helm'), ...push)
  const [, digest] = /^Digest: (\S+)$/m.exec(said) ?? []
  if (digest === undefined) throw new Error(`helm push named no digest: ${said}`)
  return `${address}/charts/rollcall@${digest}`
}

/** Signs with a key, whose password is in COSIGN_PASSWORD, or publicly as the identity that the workflow runs as. */
export function signer(key: string | undefined, { plain }: Registry) {
  if (key !== undefined && !existsSync(key))
    throw new Refusal(`${key} is not there: "cosign generate-key-pair" makes a key`)
  const cosign = requireTool('cosign')
  const by = key === undefined ? [] : ['--key', key, '--use-signing-config=false', '--tlog-upload=false']
  const http = plain ? ['--allow-http-registry'] : []
  const say = (verb: string, ...args: readonly string[]) => void run(cosign, verb, '--yes', ...by, ...args)
  return {
    sign: (what: Pinned) => say('sign', ...http, '--recursive', what),
    /** Says something about what is pinned, signed. */
    attest: (what: Pinned, type: 'cyclonedx' | 'slsaprovenance1', file: string) =>
      say('attest', ...http, '--type', type, '--predicate', file, what),
    /** The signature lies beside the file. */
    signFile: (path: string) => say('sign-blob', '--bundle', `${path}.sigstore.json`, path),
  }
}
