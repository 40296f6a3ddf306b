import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { disagreements } from './agreement.ts'
import { PACTS, readPact, type Interaction, type Pact } from './pact.ts'

it.each(readdirSync(PACTS))('%s relies on nothing that the contract does not say', async (name) => {
  expect(await disagreements(readPact(join(PACTS, name)))).toEqual([])
})

describe('a pact of another program', () => {
  const read: Interaction = {
    description: 'a read',
    request: {
      method: 'GET',
      path: '/registrations/48151/',
      headers: { 'X-Api-Key': 'rck_a', 'X-Api-Secret': 'rcs_b' },
    },
    response: { status: 200, body: { id: 48151, statusName: 'Approved' } },
  }
  const create: Interaction = {
    description: 'a create',
    request: {
      method: 'POST',
      path: '/api/v2/registrations',
      headers: { Authorization: 'Bearer a.b', 'Content-Type': 'application/json', Prefer: 'handling=strict' },
      body: { courseId: 210, userEmail: 'ada@example.org' },
    },
    response: { status: 201, headers: { Location: '/registrations/48151/' } },
  }
  const message = (content: object): Interaction => ({
    type: 'Asynchronous/Messages',
    description: 'user.changed.v1: a user has changed',
    contents: { content, contentType: 'application/json' },
  })
  const pactOf = (interaction: Interaction): Pact => ({
    consumer: { name: 'nightly-sync' },
    provider: { name: 'registration' },
    interactions: [interaction],
  })

  it.each([read, create, message({ userId: 1007, deleted: false })])(
    'may look at a part, ask by another server and send a preference: $description',
    async (interaction) => expect(await disagreements(pactOf(interaction))).toEqual([]),
  )

  const asking = (request: object): Interaction => ({ ...read, request: { ...read.request!, ...request } })
  const told = (response: object): Interaction => ({ ...read, response: { ...read.response!, ...response } })
  it.each<[string, Interaction, string]>([
    ['an operation', asking({ path: '/registrations/48151/cancel/' }), 'Path or method not defined'],
    ['a header', asking({ headers: { ...read.request?.headers, 'X-Tenant': '7' } }), 'x-tenant'],
    ['a status', told({ status: 418, body: undefined }), '418'],
    ['a field of a response', told({ body: { id: 1, nickname: 'Ada' } }), 'nickname'],
    ['a key of a message', message({ userId: 1007, email: 'ada@example.org' }), 'email'],
    ['a message', { ...message({}), description: 'user.vanished.v1' }, 'operationId'],
  ])('is told that the contract does not have %s', async (_, interaction, fault) => {
    const found = await disagreements(pactOf(interaction))
    expect(found.join('\n')).toContain(fault)
    expect(found[0]).toContain(`"${interaction.description}"`)
  })
})
