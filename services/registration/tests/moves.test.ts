import type { Client } from '../../shared/tests/kit/client.ts'
import { startPortal, type Portal } from './kit/portal.ts'

let portal: Portal
let api: Client

beforeAll(async () => {
  portal = await startPortal()
  api = (await portal.anAccount()).api
})
afterAll(() => portal.stop())

let last = 0
async function aRegistration() {
  const body = {
    courseId: (await portal.aCourse()).id,
    userId: (await portal.aUser()).id,
    externalId: `x-${++last}`,
  }
  return (await api.post('/registrations/', body)).body as { id: number; externalId: string }
}

describe.each([
  ['approve', 'Approved'],
  ['complete', 'Completed'],
  ['withdraw', 'Withdrawn'],
])('POST …/%s/', (verb, status) => {
  it('moves by id and answers with the registration (specification §3, §4.1; S2, S5)', async () => {
    const { id } = await aRegistration()
    const answer = await api.post(`/registrations/${id}/${verb}/`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id, statusName: status })
    expect((await api.get(`/registrations/${id}/`)).body).toEqual(answer.body)
  })

  it('moves by external id', async () => {
    const { id, externalId } = await aRegistration()
    const answer = await api.post(`/registrations/external/${externalId}/${verb}/`)
    expect(answer.body).toMatchObject({ id, statusName: status })
  })

  it('is refused with 412 when If-Match names another state (B4)', async () => {
    const { id, externalId } = await aRegistration()
    const { headers } = await api.get(`/registrations/${id}/`)
    const tag = headers.get('etag') as string
    expect(await api.post(`/registrations/${id}/${verb}/`, undefined, { 'if-match': '"other"' })).toBeError(
      'precondition-failed',
    )
    const byExternalId = `/registrations/external/${externalId}/${verb}/`
    expect(await api.post(byExternalId, undefined, { 'if-match': '"other"' })).toBeError(
      'precondition-failed',
    )
    expect((await api.post(`/registrations/${id}/${verb}/`, undefined, { 'if-match': tag })).status).toBe(200)
  })
})

describe('POST …/complete/', () => {
  it.each([[{ success: 'yes' }], [{ success: 1 }], [{ score: 'high' }], [{ mark: 1 }], [[]]])(
    'refuses %j (R6, R19, S3)',
    async (body) => {
      const { id } = await aRegistration()
      expect(await api.post(`/registrations/${id}/complete/`, body)).toBeError('invalid-request')
    },
  )
})

describe('reading one registration', () => {
  it('gives 304 to a caller that has it already (B4)', async () => {
    const { id, externalId } = await aRegistration()
    const tag = (await api.get(`/registrations/${id}/`)).headers.get('etag') as string
    for (const path of [`/registrations/${id}/`, `/registrations/external/${externalId}/`]) {
      const again = await api.get(path, { 'if-none-match': tag })
      expect([again.status, again.body]).toEqual([304, undefined])
    }
    await api.post(`/registrations/${id}/approve/`)
    expect((await api.get(`/registrations/${id}/`, { 'if-none-match': tag })).status).toBe(200)
  })
})
