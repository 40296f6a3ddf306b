import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contract } from './released.ts'

/** Exit codes of oasdiff: no breaking change, a breaking change. Every other code is a failure of oasdiff. */
const NOTHING = 0
const BREAKS = 1

/**
 * The changes in `revision` that break a user of `base`, a line each, found by oasdiff (`tool` is its path).
 *
 * @throws Error when a document can't be read: otherwise an empty comparison would look like a successful one
 */
export function breakingChanges(tool: string, base: Contract, revision: Contract): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-breaking-'))
  const compared = (before: object, after: object): string[] => {
    const files = [before, after].map((document, i) => {
      const file = join(folder, `${i === 0 ? 'released' : 'now'}.json`)
      writeFileSync(file, JSON.stringify(document))
      return file
    })
    const form = ['--fail-on', 'WARN', '--format', 'singleline', '--color', 'never']
    const args = ['breaking', ...files, ...form]
    const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
    if (status !== NOTHING && status !== BREAKS)
      throw new Error(`oasdiff failed (${status}): ${stderr.trim()}`)
    return stdout.split('\n').filter((line) => /^(error|warning)\b/.test(line))
  }
  try {
    // oasdiff finds no breaking change in a document without paths.
    for (const { openapi } of [base, revision])
      if (Object.keys(openapi.paths ?? {}).length === 0)
        throw new Error('a contract without operations is none')
    return [
      ...compared(base.openapi, revision.openapi),
      ...compared(asOperations(base.events), asOperations(revision.events)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Presents each message as the request and the response of an operation. Services are upgraded one by one and
 * messages wait in queues, so new consumers must read old messages (like requests of old clients), and old
 * consumers must read new messages (like responses of a new server).
 */
function asOperations(events: Contract['events']): object {
  const paths = Object.entries(events).map(([type, schema]) => {
    const content = { 'application/json': { schema } }
    const response = { description: type, content }
    return [`/${type}`, { post: { requestBody: { required: true, content }, responses: { 200: response } } }]
  })
  return { openapi: '3.1.0', info: { title: 'Messages', version: '1' }, paths: Object.fromEntries(paths) }
}
