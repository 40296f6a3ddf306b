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
  ['more than was asked', ([first]) => [first, first]],
  ['no user', () => [{ code: 'resolved', resolvedBy: 'userId' }]],
  ['its own code', () => [{ code: 'of-course' }]],
  ['an id that is none', ofUser({ id: '7' })],
  ['a user without groups', ofUser({ groupIds: null })],
  ['groups that are none', ofUser({ groupIds: [{ $gt: 0 }] })],
  ['an e-mail that is no text', ofUser({ email: { $ne: '' } })],
  ['a date that is none', ofUser({ expirationDate: 'soon' })],
  ['what is no JSON', () => '<html>'],
  ['null', () => 'null'],
])('a user that is resolved to %s is 503, and no registration', async (_, change) => {
  const [user, course] = [await portal.aUser(), await portal.aCourse()]
  lie = (path, truth) => (path.includes('resolve') ? change(truth) : undefined)
  const response = await caller.api.post('/registrations/', { userId: user.id, courseId: course.id })
  lie = undefined
  expect(response).toBeError('dependency-unavailable')
  expect((await caller.api.get(`/registrations/?course_id=${course.id}`)).body).toEqual([])
})

it.each<[string, Change]>([
  ['of no account', () => ({ valid: true })],
  ['of an account without reach', ({ account }) => ({ valid: true, account: { ...account, reach: {} } })],
  ['of an id that is none', ({ account }) => ({ valid: true, account: { ...account, accountId: 'all' } })],
  ['by a word', () => ({ valid: 'yes' })],
])('a credential that is valid %s is 503', async (_, change) => {
  lie = (path, truth) => (path.includes('verify') ? change(truth) : undefined)
  const { api } = await portal.anAccount()
  expect(await api.get('/registrations/')).toBeError('dependency-unavailable')
  lie = undefined
})
