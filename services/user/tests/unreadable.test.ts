import { LARGE_HEADERS, rawBytes, wireAnswer } from '../../shared/tests/kit/raw-bytes.ts'
import { startUser, type Portal } from './kit/start-user.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startUser()
})
afterAll(() => portal.stop())

it('counts what never becomes a request among the rejections, on each of its ports', async () => {
  for (const url of [portal.url, portal.internalUrl, portal.adminUrl])
    expect(wireAnswer(await rawBytes(url, LARGE_HEADERS)).status).toBe(431)
  const metrics = await (await fetch(`${portal.adminUrl}/metrics`)).text()
  expect(metrics).toMatch(
    /^rollcall_http_rejections_total\{.*operation="none",code="headers-too-large".*\} 3$/m,
  )
})
