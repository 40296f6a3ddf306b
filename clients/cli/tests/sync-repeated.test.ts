import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../../../testing/clients/command.ts'
import { ann, changed, GROUP, kim, otto, stored } from '../../../testing/clients/dry-runs.ts'
import { scriptedServer, type ScriptedResponse } from '../../../testing/clients/scripted-server.ts'
import { EXIT } from '../src/exit-codes.ts'

const LOST = { status: 503, headers: { 'retry-after': '0' }, body: { status: 503, code: 'unavailable' } }
const TOO_LATE = { status: 412, body: { status: 412, code: 'precondition-failed' } }
const GONE = { status: 404, headers: { 'x-error-code': 'not-found' }, body: { status: 404 } }

it.each<[string, number, Partial<ScriptedResponse>]>([
  ['counts what it has written as changed and expired', 1, {}],
  ['leaves alone whom somebody else has changed', 0, {}],
  ['has nothing left to do about whom somebody else has deleted', 1, GONE],
])('users sync, when the answers to its writes were lost, %s', async (_what, expired, found) => {
  const isOwn = expired > 0
  const leaver = stored(9, { ...kim, externalId: '1300' })
  const written = { ...leaver, expirationDate: '', lastName: isOwn ? leaver.lastName : 'Neu' }
  const ok = (body: unknown): ScriptedResponse => ({ status: 200, body })
  const server = await scriptedServer(
    ok([{ id: GROUP, name: 'Sales', parentId: 1 }]),
    ok([stored(7, otto), stored(8, ann), leaver]),
    ok(changed(7)),
    LOST,
    ok(changed(7).map((result) => ({ ...result, outcome: 'unchanged' }))),
    ok(leaver),
    LOST,
    TOO_LATE,
    {
      ...ok(written),
      ...found,
      before: () => isOwn && Object.assign(written, JSON.parse(server.received.at(-2)?.body ?? '')),
    },
  )
  const rows = [{ ...otto, email: 'otto@example.org' }, ann]
  const { code, json } = await synced(server.url, rows)
  expect([code, json()]).toMatchObject([
    expired > 0 ? EXIT.done : EXIT.someRowsFailed,
    { changed: 1, unchanged: 1, expired, failed: 1 - expired },
  ])
})

it('counts a row as unchanged that another has changed while this write was rejected', async () => {
  const headers = { 'retry-after': '0' }
  const server = await scriptedServer(
    { status: 200, body: [{ id: GROUP, name: 'Sales', parentId: 1 }] },
    { status: 200, body: [stored(7, otto)] },
    { status: 200, body: changed(7) },
    { status: 429, headers, body: { status: 429, code: 'rate-limited' } },
    { status: 200, body: changed(7).map((result) => ({ ...result, outcome: 'unchanged' })) },
  )
  const { code, json } = await synced(server.url, [{ ...otto, email: 'otto@example.org' }])
  expect([code, json()]).toMatchObject([EXIT.done, { changed: 0, unchanged: 1, failed: 0 }])
})

async function synced(url: string, rows: readonly object[]) {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-repeated-'))
  await writeFile(join(folder, 'people.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const env = { ROLLCALL_URL: url, ROLLCALL_API_KEY: 'key', ROLLCALL_API_SECRET: 'secret' }
  const options = ['--group', `${GROUP}`, '--source', 'hr', '--leavers', 'expire', '--yes', '--json']
  const result = await command(['users', 'sync', 'people.ndjson', ...options], { folder, env })
  await rm(folder, { recursive: true })
  return result
}
