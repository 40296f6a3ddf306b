import '../../shared/tests/kit/matchers.ts'
import type { Client } from '../../shared/tests/kit/client.ts'
import { startPortal, SOUTH, ATTENDANCE, type Portal } from './kit/portal.ts'

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

  it('repeated, is a no-op (R5)', async () => {
    const { id } = await aRegistration()
    const first = await api.post(`/registrations/${id}/${verb}/`)
    const second = await api.post(`/registrations/${id}/${verb}/`)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect((await api.get(`/registrations/${id}/history/`)).body).toHaveLength(2)
  })

  it('answers 404 for what does not exist and 403 for what lies outside (A4)', async () => {
    expect(await api.post(`/registrations/999999/${verb}/`)).toBeError('not-registered')
    expect(await api.post(`/registrations/external/nobody/${verb}/`)).toBeError('not-registered')
    const south = await portal.anAccount([{ role: ATTENDANCE, groupId: SOUTH }])
    const { id } = await aRegistration()
    expect(await south.api.post(`/registrations/${id}/${verb}/`)).toBeError('forbidden')
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
  it.each([
    ['true', true],
    ['False', false],
    [true, true],
    [false, false],
  ])('takes success as %j (R6)', async (success, stored) => {
    const { id } = await aRegistration()
    const answer = await api.post(`/registrations/${id}/complete/`, { score: 61.5, success })
    expect(answer.body).toMatchObject({ statusName: 'Completed', score: 61.5 })
    expect((await api.get(`/registrations/${id}/history/`)).body.at(-1)).toMatchObject({ success: stored })
  })

  it.each([[{ success: 'yes' }], [{ success: 1 }], [{ score: 'high' }], [{ mark: 1 }], [[]]])(
    'refuses %j (R6, R19, S3)',
    async (body) => {
      const { id } = await aRegistration()
      expect(await api.post(`/registrations/${id}/complete/`, body)).toBeError(
        'invalid-request',
        expect.any(String) as never,
      )
    },
  )

  it('sets the completion date, which the next status keeps (R7)', async () => {
    const { id } = await aRegistration()
    const completed = await api.post(`/registrations/${id}/complete/`, { score: 50 })
    expect(completed.body.completionDate).toMatch(/Z$/)
    const approved = await api.post(`/registrations/${id}/approve/`)
    expect(approved.body).toMatchObject({
      statusName: 'Approved',
      completionDate: completed.body.completionDate,
    })
  })
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

  it('answers the four fixed texts (specification §7; S1)', async () => {
    expect(await api.get('/registrations/999999/')).toBeError('not-registered')
    expect(await api.get('/registrations/external/nobody/')).toBeError('not-registered')
    const nobody = await api.get('/registrations/1/', { authorization: 'Bearer none' })
    expect(nobody).toBeError('invalid-token')
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each(['notification', 'history', 'approve', 'batch', 'a/b', 'ümlaut', '100%'])(
    'works for the external id %j (B7)',
    async (externalId) => {
      const body = { courseId: (await portal.aCourse()).id, userId: (await portal.aUser()).id, externalId }
      const { id } = (await api.post('/registrations/', body)).body as { id: number }
      const path = `/registrations/external/${encodeURIComponent(externalId)}/`
      expect((await api.get(path)).body).toMatchObject({ id, externalId })
      expect((await api.post(`${path}approve/`)).body).toMatchObject({ id, statusName: 'Approved' })
    },
  )

  it('answers at both path forms, with and without the slash, and never redirects (S9)', async () => {
    const { id } = await aRegistration()
    for (const path of [
      `/registrations/${id}`,
      `/api/v2/registrations/${id}/`,
      `/api/v2/registrations/${id}`,
    ])
      expect((await api.get(path)).body).toMatchObject({ id })
  })
})
