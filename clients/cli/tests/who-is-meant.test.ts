import { command } from '../../../testing/clients/command.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { EXIT } from '../src/exit-codes.ts'

const env = (url: string) => ({
  ROLLCALL_URL: url,
  ROLLCALL_ADMIN_URL: url,
  ROLLCALL_API_KEY: 'key',
  ROLLCALL_API_SECRET: 'secret',
  ROLLCALL_OPERATOR_TOKEN: 'token',
})

it.each([
  'users delete 00180 --yes',
  'users get 00180',
  'users merge-accounts 00161 162 --yes',
  'users erase 00180 --yes',
  'registrations complete 00180 --score 10',
  'registrations list --user 00180',
  'members remove 1 00180 --yes',
])('rejects an id with leading zeros: %s', async (line) => {
  const { url, received } = await scriptedServer({ status: 200, body: {} })
  const { code, stderr } = await command(line.split(' '), { env: env(url) })
  expect([code, stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(/without leading zeros, not "001\d\d"\. .* users find --external-id 001\d\d/),
  ])
  expect(received).toEqual([])
})

it.each([
  [
    'registrations list --user 20936',
    EXIT.done,
    /^Nothing found\. --user takes the id .* merges show 20936$/m,
  ],
  ['users find --external-id 88-17', EXIT.done, /^Nothing found\. .* --include-deleted\.$/m],
  ['registrations list --user P-1001', EXIT.usage, /not "P-1001"\. .* users find --external-id P-1001$/m],
  [
    'users merge-accounts 88-17 20931 --yes',
    EXIT.usage,
    /not "88-17"\. .* external id, add --external-id\.$/m,
  ],
  ['registrations approve hr-7', EXIT.usage, /not "hr-7"\. .* external id, add --external-id\.$/m],
  ['registrations complete list', EXIT.usage, /not "list"\. .*\.ndjson\. .* add --external-id\.$/m],
])('says where to look for what it does not find: %s', async (line, expected, says) => {
  const { url } = await scriptedServer({ status: 200, body: [] })
  const { code, stderr } = await command(line.split(' '), { env: env(url) })
  expect([code, stderr]).toEqual([expected, expect.stringMatching(says)])
})

it('users merge-accounts names the account that does not exist', async () => {
  const { url } = await scriptedServer({
    status: 404,
    headers: { 'x-error-code': 'not-found', 'x-request-id': 'request-1' },
    body: { detail: 'Not found.' },
  })
  const { stderr } = await command(['users', 'merge-accounts', '20936', '20937'], { env: env(url) })
  expect(stderr).toMatch(/There is no user 20936\. If it is an external id/)
})

it('users delete says whose account it is', async () => {
  const person = { id: 180, firstName: 'Nash', lastName: 'Haag', loginName: 'demo-0180' }
  const { url, received } = await scriptedServer({ status: 200, body: person })
  const declined = await command(['users', 'delete', '180'], { env: env(url), response: false })
  expect(declined.stderr).toContain('Delete Nash Haag (user 180, demo-0180) for good?')
  expect(received.map(({ method }) => method)).toEqual(['GET'])
})

describe('sources hand-over --from hr --group 12', () => {
  const words = 'sources hand-over --from hr --group 12 --to scim-7 --yes --json'.split(' ')
  const groups = [
    { id: 12, name: 'Sales', parentId: 1 },
    { id: 13, name: 'Field', parentId: 12 },
    { id: 14, name: 'IT', parentId: 1 },
  ]
  const person = (id: number, ...groupIds: number[]) => ({
    id,
    externalId: `n${id}`,
    firstName: 'Ann',
    lastName: 'Arbor',
    managedBy: 'hr',
    groupIds,
  })
  const ok = (body: unknown) => ({ status: 200, body })
  const start = (people: object[], ...more: object[]) =>
    scriptedServer(ok(groups), ok(people), ...more.map(ok))

  it('hands over those of the source in the group and its subgroups', async () => {
    const people = [person(5, 12), person(6, 14), person(7, 14, 13)]
    const { url, received } = await start(people, person(5, 12), person(7, 14, 13), {
      users: 2,
      remaining: false,
    })
    const { code, json } = await command(words, { env: env(url) })
    expect([code, json()]).toEqual([
      EXIT.done,
      { users: 2, first: ['5 n5 Ann Arbor (hr)', '7 n7 Ann Arbor (hr)'] },
    ])
    expect(received[1]?.url).toBe('/admin/users/?managedBy=hr&limit=1000')
    expect(JSON.parse(received.at(-1)!.body)).toEqual({ ids: [5, 7], from: 'hr', to: 'scim-7' })
  })

  it('fails if it has none of them', async () => {
    const { url, received } = await start([person(6, 14)])
    const { code, stderr } = await command(words, { env: env(url) })
    expect([code, stderr]).toEqual([
      EXIT.failed,
      expect.stringContaining('No user belongs to the source hr in group 12.'),
    ])
    expect(received.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  it.each(['--group 12', '5 --group 12', '5 --from hr --group 12'])(
    'needs --from alone: %s',
    async (some) => {
      const line = `sources hand-over ${some} --to scim-7 --yes`
      const { code, stderr } = await command(line.split(' '), { env: env('http://localhost:1') })
      expect([code, stderr]).toEqual([EXIT.usage, expect.stringContaining('Give --group with --from')])
    },
  )
})
