import type { Client } from '../../../testing/client.ts'
import { FINISHED, outcomes, UNDATED } from '../../../testing/registration/imports.ts'
import { registrationPortal, type Portal } from '../../../testing/registration/portal.ts'
import { expectBody } from '../../../testing/portal.ts'

const portal = registrationPortal()
/** Has the same courses and users, and no registrations. */
const empty = registrationPortal()
const send = (items: unknown, headers = {}, to = portal): ReturnType<Client['post']> =>
  to.operator.registration.post('/admin/registrations/import/', items, headers)
const listOf = async ({ api }: { api: Client }, query = ''): Promise<any[]> =>
  expectBody(await api.get(`/registrations/?include=details&${query}`), 200)

const year = (n: number, fields: object = {}) => ({
  ...FINISHED,
  createdDate: `${n}-03-01T08:00:00Z`,
  registrationDate: `${n}-03-02T08:00:00Z`,
  completionDate: `${n}-03-28T16:30:00Z`,
  ...fields,
})
const registeredLater = { createdDate: '2024-03-20T08:00:00Z', registrationDate: '2024-03-20T08:00:00Z' }
const open = (date = '2023-01-01T08:00:00Z') => ({ statusName: 'Approved', createdDate: date })
const complete = { openRegistration: 'complete' }
const beside = { openRegistration: 'beside' }
const undated = { ...UNDATED, completionDate: '2024-03-28T16:30:00Z', score: 87.5 }
const left = { statusName: 'Withdrawn', createdDate: '2024-01-01T08:00:00Z' }

const CASES: readonly (readonly [string, readonly object[], readonly string[]])[] = [
  ['two runs of a yearly course', [year(2024), year(2025)], ['created', 'created']],
  [
    'one training with two registration dates',
    [
      year(2024),
      year(2024, registeredLater),
      year(2025, complete),
      year(2024, { ...registeredLater, score: 1 }),
    ],
    ['created', 'unchanged', 'created', 'import-differs'],
  ],
  [
    'one training with its day only',
    [year(2024), year(2024, { ...registeredLater, completionDate: '2024-03-28T00:00:00Z' })],
    ['created', 'unchanged'],
  ],
  [
    'one training, stored twice on request',
    [year(2024), year(2024, { ...registeredLater, ...beside }), year(2024, beside)],
    ['created', 'created', 'unchanged'],
  ],
  [
    'training that ended without a completion date',
    [left, { ...left, createdDate: '2024-01-02T08:00:00Z' }, { ...left, registrationDate: left.createdDate }],
    ['created', 'created', 'unchanged'],
  ],
  [
    'one open registration, and two runs that could complete it',
    [open(), year(2024, complete), year(2025, complete), year(2024, { ...registeredLater, ...complete })],
    ['created', 'changed', 'created', 'unchanged'],
  ],
  [
    'an open registration before and after the training that completes it',
    [open(), year(2024, complete), open('2024-04-01T08:00:00Z'), year(2025), year(2025, complete)],
    ['created', 'changed', 'created', 'registration-open', 'changed'],
  ],
  [
    'a list that only completes',
    [year(2023), { ...undated, completionDate: '2023-03-28T16:30:00Z' }, undated, open(), undated, undated],
    ['created', 'unchanged', 'not-registered', 'created', 'changed', 'unchanged'],
  ],
  [
    'training first, and an open registration after it',
    [year(2022), open(), year(2022, { createdDate: undefined }), open('2023-01-02T08:00:00Z')],
    ['created', 'created', 'unchanged', 'already-registered'],
  ],
]

describe('an item of an import (R8, R22)', () => {
  it.each(CASES)('has the result that it would have in a later request: %s', async (_, items, expected) => {
    const [inOne, inSeveral] = [await portal.aCourseAndUser(), await portal.aCourseAndUser()]
    const account = await portal.anAccount()
    const ofOne = items.map((item) => ({ ...inOne, ...item }))
    const codesOf = (response: any) => outcomes(response).map(([, code]: any) => code)
    expect(codesOf(await send(ofOne, { prefer: 'validate-only' }))).toEqual(expected)
    const inTheOne = await send(ofOne)
    const bodies: any[] = []
    for (const item of items) bodies.push((await send([{ ...inSeveral, ...item }])).body[0])
    expect([codesOf(inTheOne), codesOf({ body: bodies })]).toEqual([expected, expected])
    const states = async ({ courseId }: typeof inOne) =>
      (await listOf(account, `course_id=${courseId}`)).map(
        ({
          id: _id,
          courseId: _c,
          courseName: _n,
          userId: _u,
          userExternalId: _e,
          updatedDate: _d,
          ...rest
        }) => rest,
      )
    expect(await states(inOne)).toEqual(await states(inSeveral))
    // Each item means the same registration.
    const indexes = (results: any[]) =>
      results.map(({ registration, existingId }) =>
        results.findIndex((one) => one.registration?.id === (registration?.id ?? existingId)),
      )
    expect(indexes(inTheOne.body)).toEqual(indexes(bodies))
  })
})

describe('an export of registrations', () => {
  const exportOf = async (of: Portal) => listOf(await of.anAccount())
  /** What is not the same in another portal. */
  const comparable = (exported: readonly any[]) =>
    exported.map(({ id: _, updatedDate: __, importedStatus: ___, ...rest }) => rest)

  it('is taken as it is by another portal, whose export is the same then (R22)', async () => {
    const inBoth = async (user: Record<string, unknown> = {}) => {
      const named = await portal.aCourseAndUser({}, user)
      while ((await empty.aCourseAndUser({}, user)).courseId < named.courseId);
      return named
    }
    const { api } = await portal.anAccount()
    const register = async (named: object) => expectBody(await api.post('/registrations/', named), 201).id
    const move = async (id: number, to: string) =>
      expectBody(await api.post(`/registrations/${id}/${to}/`), 200)
    const before = (await exportOf(portal)).length

    const listed = await inBoth()
    await register(listed)
    await send([{ ...listed, ...UNDATED }])
    const withoutExternalId = await inBoth({ externalId: '' })
    await register(withoutExternalId)
    const withOpen = await inBoth()
    await send([open(), year(2024, beside), year(2025, beside)].map((item) => ({ ...withOpen, ...item })))
    const openAgain = await inBoth()
    const [{ registration: first }] = (await send([{ ...openAgain, ...left }])).body
    await move(await register(openAgain), 'complete')
    await move(first.id, 'approve')
    await send([{ ...(await inBoth()), ...left, completionDate: '2024-02-01T08:00:00Z' }])

    const exported = (await exportOf(portal)).slice(before)
    expect(exported).toHaveLength(8)
    const strict = { prefer: 'handling=strict' }
    expect(outcomes(await send(exported, strict, empty))).toEqual(Array(8).fill([201, 'created']))
    expect(comparable(await exportOf(empty))).toEqual(comparable(exported))
    expect(outcomes(await send(exported, strict, empty))).toEqual(Array(8).fill([200, 'unchanged']))
    expect(outcomes(await send(exported, strict))).toEqual(Array(8).fill([200, 'unchanged']))
  })
})
