import { scriptedServer, type Scripted } from '../../typescript/tests/kit/scripted-server.ts'
import { command } from './kit/command.ts'

let stop: () => Promise<void>
afterEach(() => stop())

async function examined(answer: Scripted) {
  const server = await scriptedServer(answer)
  stop = server.stop
  return command(['doctor'], { env: { ROLLCALL_URL: server.url } })
}
const contract = (version: string) => ({ openapi: '3.0.3', info: { version } })

it('doctor tells a clock that is wrong, by the Date of an answer', async () => {
  const date = new Date(Date.now() + 90_000).toUTCString()
  const { code, stdout } = await examined({ status: 200, headers: { date }, body: contract('2.0.0') })
  expect(code).toBe(1)
  expect(stdout).toMatch(/✗ clock +this machine is (89|90) s behind the service; set its clock/)
})

it('doctor lets another minor version of the contract pass, with a word, and another major one not', async () => {
  const minor = await examined({ status: 200, body: contract('2.7.0') })
  expect([minor.code, minor.stdout]).toEqual([0, expect.stringMatching(/! contract +version 2\.7\.0/)])
  await stop()
  const major = await examined({ status: 200, body: contract('3.0.0') })
  expect([major.code, major.stdout]).toEqual([1, expect.stringMatching(/✗ contract +version 3\.0\.0/)])
})

it('doctor tells an address where something else answers', async () => {
  const { code, stdout } = await examined({ status: 200, body: { hello: 'world' } })
  expect([code, stdout]).toEqual([1, expect.stringContaining('what answers there is not Rollcall')])
})
