import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blocksOf } from '../../testing/clients/documents.ts'
import { startChild, type Environment } from '../../testing/child.ts'
import { onFreePort } from '../../testing/gateway.ts'
import type { Pact } from '../../testing/pact/pact.ts'
import { startWorld, type World } from '../../testing/providers/world.ts'
import { verifyExternalPact } from './external-pact.ts'
import { readSource } from './source.ts'

/** A pact of another program, written by hand in version 3. */
interface Changes {
  readonly response?: object
  readonly state?: object
  readonly provider?: string
}
const written = (changes: Changes = {}): Pact => ({
  consumer: { name: 'nightly-sync' },
  provider: { name: changes.provider ?? 'rollcall' },
  interactions: [
    {
      description: 'a request for one registration',
      providerStates: [
        { name: 'an account', params: { roles: ['Course attendance manager'] } },
        { name: 'a registration', params: { status: 'Approved' }, ...changes.state },
      ],
      request: {
        method: 'GET',
        path: '/registrations/48151/',
        headers: { 'X-Api-Key': 'our-key', 'X-Api-Secret': 'our-secret' },
        generators: { path: { type: 'ProviderState', expression: '/registrations/${registrationId}/' } },
      },
      response: {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: { id: 48151, statusName: 'Approved', score: null, ...changes.response },
        matchingRules: { body: { '$.id': { combine: 'AND', matchers: [{ match: 'integer' }] } } },
      },
    },
    {
      description: 'a request for users',
      providerStates: [{ name: 'an account' }, { name: 'a group with two users' }],
      request: {
        method: 'GET',
        path: '/api/v2/users/',
        query: { limit: ['1'] },
        headers: { Authorization: 'Bearer our-key.our-secret' },
      },
      response: { status: 200, headers: { 'Content-Type': 'application/json' } },
    },
  ],
  metadata: { pactSpecification: { version: '3.0.0' } },
})

const BOOTSTRAP = join(import.meta.dirname, '../../scripts/bootstrap.mjs')

/** Runs the command. @returns its output and its exit code */
async function verifyPact(...args: string[]) {
  const { ended, output } = startChild([BOOTSTRAP, 'verify:pact', ...args], process.env as Environment)
  const [code] = await ended
  return { code, output: Object.values(output).join('') }
}

it('the states that a pact may name are printed with their parameters and values', async () => {
  const { code, output } = await verifyPact('--states')
  expect(code).toBe(0)
  expect(output).toMatch(
    /^a registration\n.+\n {2}takes {3}externalId: .+\n[^]+? {2}returns registrationId: /m,
  )
})

describe('the pact of another program', () => {
  let world: World
  beforeAll(async () => void (world = await startWorld()))
  afterAll(() => world.stop())
  const verified = (changes: Changes) => verifyExternalPact(written(changes), () => Promise.resolve(world))

  it.each(['version-2-one-state.json', 'version-2-null-state.json'])(
    'of specification version 2 is verified: %s',
    async (name) => {
      const pact = await readSource(join(import.meta.dirname, 'inputs', name))
      const { ok, output } = await verifyExternalPact(pact, () => Promise.resolve(world))
      expect([ok, ok ? '' : output]).toEqual([true, ''])
    },
  )

  it('of the guide is verified as it stands there', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/verify-a-pact.md'), 'utf8')
    const [block] = blocksOf(guide).filter(({ language }) => language === 'json')
    const file = join(mkdtempSync(join(tmpdir(), 'rollcall-pact-')), 'our-pact.json')
    writeFileSync(file, block?.text ?? '')
    const { ok, output } = await verifyExternalPact(await readSource(file), () => Promise.resolve(world))
    expect([ok, ok ? '' : output]).toEqual([true, ''])
  })

  it('is verified with every service that it uses', async () => {
    const { ok, output } = await verified({})
    expect(output).toContain('a request for one registration')
    expect(output).toContain('a request for users')
    expect(ok).toBe(true)
  })

  it.each<[string, Changes, ...string[]]>([
    [
      'a field that the contract does not have fails, and the field is named',
      { response: { nickname: 'Fire' } },
      'Actual map is missing the following keys: nickname',
    ],
    [
      'a wrong value fails, and both are named',
      { response: { statusName: 'Completed' } },
      "$.statusName -> Expected 'Approved'",
    ],
    [
      'a state that is unknown fails, and the known ones are named',
      { state: { name: 'an enrolment' } },
      'asks for the state "an enrolment", which is unknown.',
      '  - a registration\n',
    ],
    [
      'a parameter that a state does not take fails, and those that it takes are named',
      { state: { params: { colour: 'red' } } },
      'The state "a registration" takes no colour. It takes externalId, status',
    ],
  ])('with %s', async (_, changes, ...told) => {
    const { ok, output } = await verified(changes)
    for (const each of told) expect(output).toContain(each)
    expect(ok).toBe(false)
  })

  it('of version 4 may have messages of any service', async () => {
    const message = {
      type: 'Asynchronous/Messages',
      description: 'user.changed.v1',
      providerStates: [{ name: 'a user has changed' }],
      contents: { content: { deleted: false }, contentType: 'application/json', encoded: false },
      metadata: { 'content-type': 'application/json' },
    }
    const metadata = { pactSpecification: { version: '4.0' } }
    const { ok, output } = await verifyExternalPact({ ...written(), interactions: [message], metadata }, () =>
      Promise.resolve(world),
    )
    expect([ok, ok ? '' : output]).toEqual([true, ''])
  })

  it('with another provider is rejected', async () => {
    await expect(verified({ provider: 'payroll' })).rejects.toThrow('The provider of the pact is "payroll"')
  })

  it('of messages is rejected if it names no service, because nothing would be verified', async () => {
    const { consumer, provider } = written()
    const pact = { consumer, provider, messages: [{ description: 'a registration was created' }] }
    await expect(verifyExternalPact(pact, startWorld)).rejects.toThrow('names the service that sends them')
  })
})

describe('npm run verify:pact', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'outsider-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  const changed = (interaction: object) =>
    file(JSON.stringify({ ...written(), interactions: [{ description: 'one', ...interaction }] }))
  const file = (content: string) => {
    const path = join(folder, 'pact.json')
    writeFileSync(path, content)
    return path
  }

  it('reads a pact from a URL', async () => {
    const server = await onFreePort(createServer((_, response) => response.end(JSON.stringify(written()))))
    expect(await readSource(`${server.url}/p.json`)).toEqual(written())
    server.close()
  })

  it('reads the interactions of a pact with an empty list of messages', async () => {
    expect(await readSource(file(JSON.stringify({ ...written(), messages: [] })))).toEqual(written())
  })

  it('reads a pact with a byte-order mark', async () => {
    expect(await readSource(file(`\uFEFF${JSON.stringify(written())}`))).toEqual(written())
  })

  it('shows its usage', async () => {
    expect(await verifyPact()).toMatchObject({ code: 2, output: expect.stringContaining('FILE-or-URL') })
  })

  it.each([
    ['does not exist', () => join(folder, 'none.json'), 'There is no file'],
    ['is not JSON', () => file('{'), 'is not JSON'],
    ['is not a pact', () => file('{"openapi":"3.0.3"}'), 'is not a pact: it needs consumer.name'],
    [
      'has no interaction',
      () => file(JSON.stringify({ ...written(), interactions: [] })),
      'has no interaction',
    ],
    [
      'has an interaction that is not an object',
      () => file(JSON.stringify({ ...written(), interactions: [null] })),
      'is not a pact',
    ],
    [
      'has interactions and messages',
      () => file(JSON.stringify({ ...written(), messages: [{ description: 'm' }] })),
      'Write two files',
    ],
    [
      'has an interaction without a request',
      () => changed({ response: { status: 200 } }),
      'needs request.method, request.path and response',
    ],
    [
      'names a state as text',
      () => changed({ ...written().interactions?.[0], providerStates: ['an account'] }),
      'needs its providerStates as a list of objects',
    ],
    ['is a folder', () => folder, 'is a folder. Name the pacts in it'],
    ['does not respond', () => 'http://127.0.0.1:9/pact.json', 'does not respond'],
  ])('reports that the pact %s', async (_, source, message) => {
    await expect(readSource(source())).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode: 2,
    })
  })
})
