import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contract } from './released.ts'

const ACCEPTED = join(import.meta.dirname, 'accepted.txt')

/** oasdiff: nothing breaks, something does; everything else is a failure of its own. */
const NOTHING = 0
const BREAKS = 1

/**
 * What in `revision` breaks a user of `base`, one line each, by oasdiff (`tool` is its path).
 *
 * @throws Error when a document can't be read: a comparison that saw nothing must not pass for one that found nothing
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
    const ignore = ['--err-ignore', ACCEPTED, '--warn-ignore', ACCEPTED]
    const args = ['breaking', ...files, ...form, ...ignore]
    const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
    if (status !== NOTHING && status !== BREAKS)
      throw new Error(`oasdiff failed (${status}): ${stderr.trim()}`)
    return stdout.split('\n').filter((line) => /^(error|warning)\b/.test(line))
  }
  try {
    // For oasdiff a document without any path is one that breaks nothing.
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
 * Each message as an operation that takes it and answers with it. Services are replaced one after the other and messages
 * wait in queues, so a new consumer has to read what an old producer sent, as a server reads the requests of old
 * clients; and an old consumer what a new producer sends, as an old client reads the answers of a new server.
 */
function asOperations(events: Contract['events']): object {
  const paths = Object.entries(events).map(([type, schema]) => {
    const content = { 'application/json': { schema } }
    const answer = { description: type, content }
    return [`/${type}`, { post: { requestBody: { required: true, content }, responses: { 200: answer } } }]
  })
  return { openapi: '3.1.0', info: { title: 'Messages', version: '1' }, paths: Object.fromEntries(paths) }
}
