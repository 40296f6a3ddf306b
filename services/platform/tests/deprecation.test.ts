import contract from '../contract/generated/openapi.json' with { type: 'json' }
import { NotFound } from '../errors.ts'
import { startApi } from '../../../testing/start-api.ts'

/** An operation for the tests: nothing of the contract is deprecated. */
const list = contract.paths['/users/'].get as object
beforeAll(() => {
  const days = { 'x-deprecated-since': '2027-01-01', 'x-sunset': '2028-01-01' }
  Object.assign(list, { deprecated: true, ...days })
})
afterAll(() => {
  for (const name of ['deprecated', 'x-deprecated-since', 'x-sunset']) Reflect.deleteProperty(list, name)
})

const ANNOUNCED = {
  deprecation: '@1798761600',
  sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
}
const A_MINUTE = 60_000
const NEXT = '<?cursor=2>; rel="next"'
const CONTRACT = '<../openapi.json>; rel="deprecation"; type="application/json"'

describe('a deprecated operation (R23)', () => {
  it('says so in successes and errors, beside other links', async () => {
    let page = (): Promise<any> => Promise.resolve({ status: 200, body: [], headers: { link: NEXT } })
    const { api, anonymous } = await startApi({ handlers: { listUsers: () => page() } })
    const success = await api.get('/users/')
    expect(success.headers.get('link')).toBe(`${NEXT}, ${CONTRACT}`)
    page = () => Promise.reject(new NotFound())
    const failure = await api.get('/users/')
    const stranger = await anonymous.get('/users/')
    expect([success.status, failure.status, stranger.status]).toEqual([200, 404, 401])
    for (const { headers } of [success, failure, stranger])
      expect(Object.fromEntries(headers)).toMatchObject(ANNOUNCED)
    const other = await api.get('/users/7/')
    expect(other.headers.get('deprecation')).toBeNull()
  })

  it('is counted and logged with its caller, and logged once', async () => {
    const { api, lines, metrics } = await startApi()
    const now = performance.now.bind(performance)
    for (const path of ['/users/', '/users/7/', '/users/']) await api.get(path)
    jest.spyOn(performance, 'now').mockImplementation(() => now() + A_MINUTE)
    const gauge = (await metrics.registry.metrics()).match(/^rollcall_deprecated_calls\{.*$/m)?.[0]
    jest.restoreAllMocks()
    expect(gauge).toBe('rollcall_deprecated_calls{operation="listUsers",account="7",service="user"} 2')
    const logged = lines.filter(({ msg }) => msg === 'a deprecated operation was called')
    expect(logged).toMatchObject([{ operation: 'listUsers', accountId: 7, sunset: '2028-01-01' }])
  })
})
