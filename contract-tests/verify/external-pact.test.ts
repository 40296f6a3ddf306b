import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { blocksOf } from '../../testing/clients/documents.ts'
import { startChild, type Environment } from '../../testing/child.ts'
import { onFreePort } from '../../testing/gateway.ts'
import type { Interaction, Pact } from '../../testing/pact/pact.ts'
import { startConnectProxy } from '../../testing/receiver.ts'
import { startWorld, type World } from '../../testing/providers/world.ts'
import { verifyExternalPact } from './external-pact.ts'
import { readSource } from './source.ts'
import { verify } from './verify.ts'

/** A pact of another program, written by hand in version 3. */
interface Changes {
  readonly response?: object
  readonly state?: object
  readonly provider?: string
  readonly path?: string
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
        generators: {
          path: { type: 'ProviderState', expression: changes.path ?? '/registrations/${registrationId}/' },
        },
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

const ROOT = join(import.meta.dirname, '../..')
const BOOTSTRAP = join(ROOT, 'scripts/bootstrap.mjs')

/** Runs the test of a consumer. @returns the pact that it writes */
function writtenBy(file: string): string {
  const folder = dirname(file)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const test = join(folder, 'sample.test.mjs')
  renameSync(file, test)
  // Node's runner does nothing inside another test.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' }
  execFileSync(process.execPath, ['--test', test], { cwd: folder, env })
  return join(folder, 'pacts/our-sync-rollcall.json')
}

const message = (type: string, state?: string): Interaction => ({
  description: `${type}: of a test`,
  providerStates: state === undefined ? [] : [{ name: state }],
  contents: {},
})
const messages = (provider: string, ...sent: Interaction[]): Pact => {
  const { interactions: _, ...rest } = written({ provider })
  return { ...rest, messages: sent }
}
const withStates = (...names: string[]): Pact => ({
  ...written(),
  interactions: names.map((name) => ({
    description: `with ${name}`,
    providerStates: [{ name }],
    request: { method: 'GET', path: '/users/' },
    response: { status: 200 },
  })),
})

/** Runs the command. @returns its output and its exit code */
async function verifyPact(args: readonly string[] = [], variables: Environment = {}) {
  const environment = { ...(process.env as Environment), ...variables }
  const { ended, output } = startChild([BOOTSTRAP, 'verify:pact', ...args], environment)
  const [code] = await ended
  return { code, output: Object.values(output).join('') }
}

it('the states that a pact may name are printed with their parameters and values', async () => {
  const { code, output } = await verifyPact(['--states'])
  expect(code).toBe(0)
  expect(output).toMatch(
    /^a registration\n.+\n {2}takes {3}externalId: .+\n[^]+? {2}returns registrationId: /m,
  )
  expect(output).toMatch(/^a user was erased\n.+\n {2}causes {2}user.erased.v1$/m)
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

  it('of the guide is verified as it stands there, and the one that its test writes', async () => {
    const guide = readFileSync(join(ROOT, 'docs/guide/verify-a-pact.md'), 'utf8')
    const files = blocksOf(guide).flatMap(({ language, text }) => {
      const file = join(mkdtempSync(join(tmpdir(), 'rollcall-pact-')), `sample.${language}`)
      writeFileSync(file, text)
      if (language === 'js') return writtenBy(file)
      return language === 'json' ? file : []
    })
    expect(files).toHaveLength(2)
    for (const file of files) {
      const { ok, output } = await verifyExternalPact(await readSource(file), () => Promise.resolve(world))
      expect([ok, ok ? '' : output]).toEqual([true, ''])
    }
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
      'a state that can not be set up fails, and the interaction and the state are named',
      { state: { params: { status: 'Lost' } } },
      '"a request for one registration": the state "a registration" with {"status":"Lost"}: a status is',
    ],
    [
      'another status fails, and the request, the error code and the error are printed',
      { state: { name: 'no such registration', params: {} } },
      ': GET /registrations/9007199254740991/ returned 404 not-registered {"detail":',
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

  it('may have messages of several services', async () => {
    const created = message('registration.created.v1', 'a registration was created')
    const changed = message('user.changed.v1', 'a user has changed')
    const pact = messages('rollcall', created, changed)
    expect(await verifyExternalPact(pact, () => Promise.resolve(world))).toMatchObject({ ok: true })
  })

  it('is not fulfilled if a message is missing', async () => {
    const pact = messages('user', message('user.changed.v1'))
    const { ok, output } = await verify(world, 'user', [pact])
    expect([ok, output]).toEqual([false, expect.stringContaining('no state before this interaction')])
  })

  it('with another provider is rejected', async () => {
    await expect(verified({ provider: 'payroll' })).rejects.toThrow('The provider of the pact is "payroll"')
  })
})

it.each<[string, Pact, ...string[]]>([
  [
    'states that are unknown, each with the similar ones',
    withStates('an acount', 'an enrolment'),
    '"with an acount" asks for the state "an acount", which is unknown. Did you mean "an account"?',
    '"with an enrolment" asks for the state "an enrolment", which is unknown.\n',
    'Nothing in the pact between nightly-sync and rollcall was verified',
    '\nnpm run verify:pact -- --states prints the states',
  ],
  [
    'a state of another service',
    { ...withStates('an account with a webhook endpoint'), provider: { name: 'user' } },
    'a state of notification, "an account with a webhook endpoint": set the provider to notification',
  ],
  [
    'a parameter that a state does not take, with those that it takes',
    written({ state: { params: { colour: 'red' } } }),
    'takes no colour: "a registration" takes externalId, status',
  ],
  [
    'a value that no state returns, with those that its states return',
    written({ state: { name: 'no such registration', params: {} }, path: '/registrations/${regId}/' }),
    '"a request for one registration" uses ${regId}; its states return roles, accountId, ',
    'secret, bearer, registrationId, registrationExternalId.',
  ],
  ['a value that is named without braces', written({ path: 'regId' }), 'uses ${regId}; its states return'],
  [
    'a message that does not exist',
    messages('user', message('user.chnged.v1', 'a user has changed')),
    '"user.chnged.v1: of a test" names none of the messages registration.created.v1, ',
    "Webhooks can't be verified",
  ],
  [
    'a message without a state',
    messages('user', message('user.changed.v1')),
    'names user.changed.v1, but its states cause no message. ' +
      'user.changed.v1 is caused by "a user has changed" or "a user was deleted".',
  ],
  [
    'a message whose state causes another one',
    messages('rollcall', message('user.erased.v1', 'a user has changed')),
    'names user.erased.v1, but its states cause user.changed.v1.',
  ],
])('a pact is not verified with %s', async (_, pact, ...told) => {
  const { ok, output } = await verifyExternalPact(pact, () => Promise.reject(new Error('not needed')))
  for (const each of told) expect(output).toContain(each)
  expect(ok).toBe(false)
})

describe('npm run verify:pact', () => {
  let folder: string
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'outsider-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  const changed = (interaction: object) =>
    pactWith({ interactions: [{ description: 'one', ...interaction }] })
  const pactWith = (changes: object) => file(JSON.stringify({ ...written(), ...changes }))
  type Unreadable = [does: string, source: () => string, message: string]
  const versioned = (version: string, more: object = {}) =>
    pactWith({
      interactions: written().interactions?.map((each) => ({ ...each, ...more })),
      metadata: { pactSpecification: { version } },
    })
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

  it('does not wait for long for a URL', async () => {
    const server = await onFreePort(createServer(() => {}))
    await expect(readSource(`${server.url}/p.json`, 1)).rejects.toThrow('does not respond')
    server.close()
  })

  it('says that a port does not use TLS', async () => {
    const server = await onFreePort(createServer())
    const url = server.url.replace('http:', 'https:')
    await expect(readSource(url)).rejects.toThrow('does not respond: this port does not use TLS')
    server.close()
  })

  it('loads a URL through the proxy of the environment', async () => {
    const proxy = await startConnectProxy()
    const server = await onFreePort(createServer((_, response) => response.end(JSON.stringify(written()))))
    const url = `${server.url}/p.json`
    const variables = { ...process.env, HTTP_PROXY: proxy.url, NO_PROXY: '', no_proxy: '' }
    const environment = jest.replaceProperty(process, 'env', variables)
    try {
      expect(await readSource(url)).toEqual(written())
      expect(proxy.targets).toEqual([new URL(url).host])
    } finally {
      environment.restore()
      server.close()
      await proxy.stop()
    }
  })

  it('finds a file in the folder in which npm was started', async () => {
    expect(await verifyPact(['none.json'], { INIT_CWD: folder })).toMatchObject({
      code: 2,
      output: expect.stringContaining(`There is no file ${join(folder, 'none.json')}.`),
    })
  })

  it('says that there is no folder for temporary files', async () => {
    expect(await verifyPact(['none.json'], { TMPDIR: join(folder, 'none') })).toMatchObject({
      code: 70,
      output: expect.stringMatching(/^\nThe folder for temporary files, .+, does not exist\.\n$/),
    })
  })

  it('reads the interactions of a pact with an empty list of messages', async () => {
    expect(await readSource(pactWith({ messages: [] }))).toEqual(written())
  })

  it('reads a pact with a byte-order mark', async () => {
    expect(await readSource(file(`\uFEFF${JSON.stringify(written())}`))).toEqual(written())
  })

  it('shows its usage', async () => {
    expect(await verifyPact()).toMatchObject({ code: 2, output: expect.stringContaining('FILE-or-URL') })
  })

  it.each<Unreadable>([
    ['does not exist', () => join(folder, 'none.json'), 'There is no file'],
    ['is not JSON', () => file('{'), 'is not JSON'],
    ['is not a pact', () => file('{"openapi":"3.0.3"}'), 'is not a pact: it needs consumer.name'],
    ['has no interaction', () => pactWith({ interactions: [] }), 'has no interaction'],
    ['has an interaction that is not an object', () => pactWith({ interactions: [null] }), 'is not a pact'],
    [
      'has interactions and messages',
      () => pactWith({ messages: [{ description: 'm' }] }),
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
    ['has a consumer without a name', () => pactWith({ consumer: { name: '' } }), 'is not a pact'],
    ['is of version 1', () => versioned('1.0.0'), 'Use version 2, 3 or 4'],
    ['is of version 5', () => versioned('5.0.0'), 'Use version 2, 3 or 4'],
    ['has states of version 3 in version 2', () => versioned('2.0.0'), 'need version 3'],
    [
      'has no types in version 4',
      () => versioned('4.0'),
      'needs the type Synchronous/HTTP or Asynchronous/Messages',
    ],
    ['has an unknown type', () => versioned('4.0', { type: 'Foo' }), 'needs the type'],
    [
      'has a synchronous message',
      () => versioned('4.0', { type: 'Synchronous/Messages' }),
      'synchronous messages are not supported',
    ],
    [
      'has a typed message in version 3',
      () => versioned('3.0.0', { type: 'Asynchronous/Messages' }),
      'Messages are in "messages" in version 3',
    ],
    [
      'has messages in version 2',
      () =>
        pactWith({
          interactions: [],
          messages: [message('user.changed.v1', 'a user has changed')],
          metadata: { pactSpecification: { version: '2.0.0' } },
        }),
      'and not in version 2',
    ],
    ['is neither at http nor https', () => 'ftp://x/y', 'Only http and https addresses are read'],
    [
      'needs credentials',
      () => 'https://reader:hidden@pacts.example.org/p.json',
      'Download the pact from pacts.example.org first',
    ],
    ['does not respond', () => 'http://127.0.0.1:9/pact.json', 'does not respond'],
  ])('reports that the pact %s', async (_, source, message) => {
    await expect(readSource(source())).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode: 2,
    })
  })
})
