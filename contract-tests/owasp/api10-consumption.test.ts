import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { registrationPortal, type Portal } from '../../testing/registration/portal.ts'
import { onFreePort } from '../../testing/gateway.ts'

/**
 * Unsafe consumption of APIs: a response of the user service that breaks the contract leads to 503, and
 * nothing is written. (Messages that break it: README.)
 */
let server: Awaited<ReturnType<typeof onFreePort>>
let caller: Awaited<ReturnType<Portal['anAccount']>>
/** Changes the response of an internal operation; undefined leaves it unchanged. */
let lie: ((path: string, truth: any) => unknown) | undefined

const portal = registrationPortal({
  async told(config) {
    const respond = responder(config.userServiceUrl)
    server = await onFreePort(createServer((request, response) => void respond(request, response)))
    return { ...config, userServiceUrl: server.url }
  },
})
beforeAll(async () => void (caller = await portal.anAccount()))
afterAll(() => server.close())

const responder = (truth: string) => async (request: IncomingMessage, response: ServerResponse) => {
  const { method = 'GET', url = '' } = request
  const headers = {
    authorization: String(request.headers.authorization),
    'content-type': 'application/json',
  }
  const told = await fetch(truth + url, { method, headers, body: await text(request) })
  const body: unknown = await told.json()
  const altered = lie?.(url, body) ?? body
  response.writeHead(told.status, { 'content-type': 'application/json' })
  response.end(typeof altered === 'string' ? altered : JSON.stringify(altered))
}

type Change = (truth: any) => unknown
const ofUser =
  (change: object): Change =>
  ([first]) => [{ ...first, user: { ...first.user, ...change } }]

it.each<[string, Change]>([
  ['no list', ([first]) => first],
  ['an empty list', () => []],
  ['more results than queries', ([first]) => [first, first]],
  ['no user', () => [{ code: 'identified', identifiedBy: 'userId' }]],
  ['an unknown code', () => [{ code: 'of-course' }]],
  ['an id that is a text', ofUser({ id: '7' })],
  ['a user without groups', ofUser({ groupIds: null })],
  ['groups that are objects', ofUser({ groupIds: [{ $gt: 0 }] })],
  ['an e-mail address that is an object', ofUser({ email: { $ne: '' } })],
  ['a malformed date', ofUser({ expirationDate: 'soon' })],
  ['a text that is not JSON', () => '<html>'],
  ['null', () => 'null'],
])('a user that is identified by %s leads to a 503, and to no registration', async (_, change) => {
  const [user, course] = [await portal.aUser(), await portal.aCourse()]
  lie = (path, truth) => (path.includes('/identify/') ? change(truth) : undefined)
  const response = await caller.api.post('/registrations/', { userId: user.id, courseId: course.id })
  lie = undefined
  expect(response).toBeError('dependency-unavailable')
  expect((await caller.api.get(`/registrations/?course_id=${course.id}`)).body).toEqual([])
})

it.each<[string, Change]>([
  ['without an account', () => ({ valid: true })],
  ['for an account without groups', ({ account }) => ({ valid: true, account: { ...account, scopes: {} } })],
  ['for a malformed id', ({ account }) => ({ valid: true, account: { ...account, accountId: 'all' } })],
  ['as a text instead of a boolean', () => ({ valid: 'yes' })],
])('a credential that is valid %s leads to a 503', async (_, change) => {
  lie = (path, truth) => (path.includes('verify') ? change(truth) : undefined)
  const { api } = await portal.anAccount()
  expect(await api.get('/registrations/')).toBeError('dependency-unavailable')
  lie = undefined
})
