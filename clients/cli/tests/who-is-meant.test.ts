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

it('users delete says whose account it is', async () => {
  const person = { id: 180, firstName: 'Nash', lastName: 'Haag', loginName: 'demo-0180' }
  const { url, received } = await scriptedServer({ status: 200, body: person })
  const refused = await command(['users', 'delete', '180'], { env: env(url), response: false })
  expect(refused.stderr).toContain('Delete Nash Haag (user 180, demo-0180) for good?')
  expect(received.map(({ method }) => method)).toEqual(['GET'])
})
