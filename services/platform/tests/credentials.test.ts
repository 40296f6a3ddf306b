import { setTimeout as delay } from 'node:timers/promises'
import type { Audit, Handler } from '../contract/operation.ts'
import { InvalidToken, NotFound, TooManyRequests, Unavailable } from '../errors.ts'
import { Scope, type Account } from '../domain/account.ts'
import { withAudit } from '../http/audit.ts'
import { byOperatorToken, byToken, fingerprint } from '../http/authenticate.ts'
import { BruteForceGuard } from '../http/brute-force-guard.ts'
import { readBearer, readCredential, secretOf, type Credential } from '../http/credential.ts'
import { CredentialCache } from '../http/credential-cache.ts'
import { createLogger } from '../observability/logger.ts'
import { createMetrics } from '../observability/metrics.ts'
import { eventually } from '../../../testing/eventually.ts'
import { anAccount } from '../../../testing/start-api.ts'

describe('a credential (A1)', () => {
  it('is accepted in both forms', () => {
    const credential = { keyId: 'key', secret: 'secret' }
    expect(readCredential({ 'x-api-key': 'key', 'x-api-secret': 'secret' })).toEqual(credential)
    expect(readCredential({ authorization: 'Bearer key.secret' })).toEqual(credential)
    expect(readCredential({ authorization: 'bearer  key.secret' })).toEqual(credential)
    expect(readCredential({ 'x-api-key': 'alone', authorization: 'Bearer key.secret' })).toEqual(credential)
    // It may have dots in its secret.
    expect(readCredential({ authorization: 'Bearer key.a.b' })).toEqual({ keyId: 'key', secret: 'a.b' })
  })

  it.each([
    [{}],
    [{ 'x-api-key': 'key' }],
    [{ 'x-api-secret': 'secret' }],
    [{ 'x-api-key': '', 'x-api-secret': 'secret' }],
    [{ 'x-api-key': 'key', 'x-api-secret': '' }],
    [{ authorization: 'Bearer key' }],
    [{ authorization: 'Bearer .secret' }],
    [{ authorization: 'Bearer key.' }],
    [{ authorization: 'Bearer key .secret' }],
    [{ authorization: 'Basic a2V5LnNlY3JldA==' }],
    [{ authorization: 'Bearer' }],
    [{ authorization: 'key.secret' }],
    // Longer than the internal contract lets another service ask about.
    [{ 'x-api-key': 'x'.repeat(300), 'x-api-secret': 'secret' }],
    [{ authorization: `Bearer key.${'x'.repeat(256)}` }],
  ])('is rejected if it is incomplete or malformed: %j', (headers) => {
    expect(() => readCredential(headers)).toThrow(InvalidToken)
  })
})

describe('a token of the configuration (A7)', () => {
  const authenticator = (...acceptedTokens: string[]) => {
    const authenticate = byToken(acceptedTokens)
    return (token: string | undefined) => () =>
      authenticate(token === undefined ? {} : { authorization: `Bearer ${token}` }, '192.0.2.1')
  }
  const authenticate = authenticator('the-new-token', 'the-old-token')

  it('may be one of two during a rotation', () => {
    for (const token of ['the-new-token', 'the-old-token']) expect(authenticate(token)).not.toThrow()
  })

  it.each([undefined, '', 'the-new-token x', 'the-new-toke', 'the-new-token,the-old-token', 'THE-NEW-TOKEN'])(
    'must be equal to an accepted one: %j is not',
    (token) => expect(authenticate(token)).toThrow(InvalidToken),
  )

  it('is never accepted if none is configured', () => {
    expect(authenticator()(undefined)).toThrow(InvalidToken)
    expect(readBearer({})).toBeUndefined()
  })

  it('is logged as a fingerprint', () => {
    expect(fingerprint('the-new-token')).toMatch(/^[\da-f]{12}$/)
    expect(fingerprint('the-new-token')).not.toBe(fingerprint('the-old-token'))
  })
})

describe('an operator token (A7, O15)', () => {
  const token = (letter: string) => letter.repeat(24)
  const authenticate = byOperatorToken({
    full: [`ada:${token('a')}`, token('b'), `1.0:${token('c')}`],
    readOnly: [`grace:${token('d')}`],
  })
  const operatorOf = async (shown: string) =>
    (await authenticate({ authorization: `Bearer ${shown}` }, '192.0.2.1')).operator

  it('has a name, or else its fingerprint, and may change records or only read them', async () => {
    const named = { name: 'ada', fingerprint: fingerprint(token('a')), mayChange: true }
    expect(await operatorOf(token('a'))).toEqual(named)
    const unnamed = fingerprint(token('b'))
    expect(await operatorOf(token('b'))).toEqual({ name: unnamed, fingerprint: unnamed, mayChange: true })
    expect(await operatorOf(token('d'))).toMatchObject({ name: 'grace', mayChange: false })
  })

  it('may contain a colon after a text that is no valid name', async () => {
    expect(await operatorOf(`1.0:${token('c')}`)).toMatchObject({ mayChange: true })
  })

  it.each(['ada', `ada:${token('a')}`, `ada:${token('b')}`, `grace:${token('a')}`, token('c')])(
    'is not %j',
    async (shown) => {
      await expect(operatorOf(shown)).rejects.toThrow(InvalidToken)
    },
  )
})

describe('the cache of verified credentials (A2b)', () => {
  const credential = { keyId: 'key', secret: secretOf('secret') }
  let verified: Credential[]
  let result: () => Promise<Account | undefined>
  let cache: CredentialCache
  /** Whether the address of the caller has too many checks. */
  let isFull: boolean
  const account = (given: Credential) => cache.account(given, '192.0.2.1')
  /** The cache uses the monotonic clock, which this test controls. */
  let now = 1_000
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    isFull = false
    verified = []
    result = () => Promise.resolve(anAccount())
    const verify = (given: Credential) => {
      verified.push(given)
      return result()
    }
    const guard = {
      runCheck: <T>(_address: string, check: () => Promise<T>) =>
        isFull ? Promise.reject(new TooManyRequests(1)) : check(),
    }
    cache = new CredentialCache({ verify, guard, metrics: createMetrics('test') })
  })
  afterEach(() => jest.restoreAllMocks())

  const late = (ms: number) => () => {
    now += ms
    return Promise.resolve(anAccount())
  }
  const pass = async (ms: number) => {
    now += ms
    await delay(3) // the cache reads the clock at most once a millisecond
  }

  it.each([0, 10_000])(
    'keeps an account for 15 s after its verification was sent, however often it is used: %i ms',
    async (lateMs) => {
      result = late(lateMs)
      for (const ms of [0, 2_000, 1_000, 11_990 - lateMs]) {
        await pass(ms)
        expect(await account(credential)).toEqual(anAccount())
      }
      expect(verified).toEqual([credential])
      await pass(20)
      await account(credential)
      expect(verified).toHaveLength(2)
    },
  )

  it('does not keep an account whose verification took longer than 15 s', async () => {
    result = late(15_000)
    await account(credential)
    await account(credential)
    expect(verified).toHaveLength(2)
  })

  it('verifies a credential that was valid lately apart from guesses, until it is not valid', async () => {
    const pressed = () => {
      isFull = true
      return account(credential).finally(() => void (isFull = false))
    }
    await expect(pressed()).rejects.toThrow(TooManyRequests)
    await account(credential)
    for (let minute = 0; minute < 30; minute++) {
      await pass(60_000)
      expect(await pressed()).toEqual(anAccount())
    }
    await pass(10 * 60_000 + 1)
    await expect(pressed()).rejects.toThrow(TooManyRequests)
    await account(credential)
    await pass(15_001)
    result = () => Promise.resolve(undefined) // revoked
    await expect(pressed()).rejects.toThrow(InvalidToken)
    await expect(pressed()).rejects.toThrow(TooManyRequests)
  })

  it('does not cache a failure, nor use an expired account after a failure', async () => {
    await account(credential)
    await pass(15_001)
    result = () => Promise.reject(new Unavailable('user service', 'a test'))
    await expect(account(credential)).rejects.toThrow(Unavailable)
    result = () => Promise.resolve(anAccount())
    expect(await account(credential)).toEqual(anAccount())
  })

  it.each([
    [{ status: 'fulfilled', value: anAccount() }, anAccount()],
    [{ status: 'rejected', reason: expect.any(InvalidToken) }, undefined],
  ])(
    'shares one verification between concurrent callers, and caches no rejection: %j',
    async (settled, found) => {
      result = () => delay(5, found)
      const waiting = await Promise.allSettled(Array.from({ length: 5 }, () => account(credential)))
      expect(waiting).toEqual(waiting.map(() => settled))
      expect(verified).toHaveLength(1)
      result = () => Promise.resolve(anAccount())
      expect(await account(credential)).toEqual(anAccount())
      expect(verified).toHaveLength(found ? 1 : 2)
    },
  )

  it.each([
    [credential, { keyId: 'key', secret: secretOf('other') }],
    [credential, { keyId: 'other', secret: secretOf('secret') }],
    [credential, { keyId: 'key', secret: secretOf('secret ') }],
    [credential, { keyId: 'k', secret: secretOf('ey.secret') }],
    // Joined by a dot, these are the same text.
    [
      { keyId: 'a', secret: secretOf('c') },
      { keyId: `a.${secretOf('c')}`, secret: secretOf('c') },
    ],
  ])('distinguishes credentials: %j, %j', async (one, other) => {
    await account(one)
    await account(other)
    expect(verified).toEqual([one, other])
  })

  it('holds at most 40 MB, for any number of groups in the scopes', async () => {
    const million = Float64Array.from({ length: 1_000_000 }, (_, i) => i + 1)
    const scopes = { ...anAccount().scopes, userAdministrator: new Scope(million) }
    result = () => Promise.resolve({ ...anAccount(), scopes })
    const credentials = ['a', 'b', 'c', 'd', 'e'].map((keyId) => ({ ...credential, keyId }))
    for (const each of credentials) await account(each)
    // Eight bytes a group: four of these fit.
    await account(credentials[4] as Credential)
    expect(verified).toHaveLength(5)
    await account(credentials[0] as Credential)
    expect(verified).toHaveLength(6)
  })

  it('rejects a secret with a wrong checksum without a verification (A2)', async () => {
    const mistyped = { keyId: 'key', secret: credential.secret.replace('secret', 'sekret') }
    await expect(account(mistyped)).rejects.toThrow(InvalidToken)
    expect(verified).toEqual([])
  })
})

const TARGET = { target: { id: '1' } }
const UNKNOWN = { ...TARGET, outcome: 'unknown' }

describe('the audit line of an operator operation (O10)', () => {
  const fails = (error: Error) => () => Promise.reject(error)

  it.each([
    ['names the target', false, (audit: Audit) => Promise.resolve(audit({ id: '1' })), [TARGET]],
    ['says that the outcome is unknown', false, fails(new Unavailable('mongodb', 'a test')), [UNKNOWN]],
    ['is not written for a request that was rejected', false, fails(new NotFound()), []],
    ['is not written for a preview', true, fails(new Error('a test')), []],
  ])('%s', async (_, validateOnly, work, written) => {
    const lines: string[] = []
    const log = createLogger('test', 'silent', { write: (line: string) => void lines.push(line) })
    const operator = { name: 'ada', fingerprint: 'abc' }
    const operation = { operationId: 'putGroup', 'x-operator-access': 'full' }
    const exchange = { operation, caller: { operator }, request: { params: { id: '1' } }, log } as never
    await withAudit(exchange, { validateOnly }, work).catch(() => undefined)
    const common = { event: 'audit', operation: 'putGroup', operator: 'ada', token: 'abc' }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(written.map((one) => ({ ...common, ...one })))
  })

  it('is what a handler has to write, or to say that nothing has changed', () => {
    const body = { id: 1, name: 'x', parentId: null }
    // @ts-expect-error -- the response of an operation that changes something needs `audited`
    const silent: Handler<'putGroup'> = () => Promise.resolve({ status: 200, body })
    const told: Handler<'putGroup'> = () => Promise.resolve({ status: 200, body, audited: 'unchanged' })
    expect([silent, told]).toHaveLength(2)
  })
})

describe('the limit for guessing credentials (R20)', () => {
  const limiterOf = (limit: number) => {
    let taken = 0
    const take = () => Promise.resolve({ allowed: ++taken <= limit, limit, remaining: 0, resetMs: 60_000 })
    return { spend: jest.fn(take) }
  }
  /** Checks that end when they are told to. */
  const pendingChecks = () => {
    const finish: (() => void)[] = []
    const check = () => new Promise<void>((resolve) => void finish.push(resolve))
    return { finish, check }
  }

  it('runs one check at a time for an address over the limit, so that a valid one still passes', async () => {
    const guard = new BruteForceGuard(limiterOf(0), 5_000)
    const { finish, check } = pendingChecks()
    await expect(guard.recordFailure('a')).rejects.toThrow(TooManyRequests)
    const results = Array.from({ length: 5 }, () => guard.runCheck('a', check))
    for (let done = 0; done < 5; done++) {
      await eventually(() => expect(finish).toHaveLength(done + 1))
      finish[done]?.()
    }
    await Promise.all(results)
    await guard.runCheck('b', () => Promise.resolve()) // another address does not wait for it
  })

  it('rejects failures over the limit without a request to Redis', async () => {
    const limiter = limiterOf(2)
    const guard = new BruteForceGuard(limiter, 5_000)
    for (let i = 0; i < 10; i++) await guard.recordFailure('a').catch(() => undefined)
    expect(limiter.spend).toHaveBeenCalledTimes(3)
    await expect(guard.recordFailure('a')).rejects.toMatchObject({ retryAfterSeconds: 60 })
  })

  it('limits the checks that run and that wait, for one address and in total', async () => {
    const guard = new BruteForceGuard(limiterOf(1_000), 5_000)
    const { finish, check } = pendingChecks()
    const run = (address: string) => guard.runCheck(address, check).catch((error: unknown) => error)
    const ofOneAddress = Array.from({ length: 101 }, () => run('one'))
    await eventually(() => expect(finish).toHaveLength(10))
    const ofOthers = Array.from({ length: 901 }, (_, i) => run(`another ${i}`))
    await eventually(() => expect(finish).toHaveLength(50))
    expect(await ofOneAddress[100]).toBeInstanceOf(TooManyRequests)
    expect(await ofOthers[900]).toBeInstanceOf(Unavailable)
    // Each check that ends lets the next one start.
    for (let done = 0; done < 1_000; await delay(0)) for (; done < finish.length; done++) finish[done]?.()
    await Promise.all([...ofOneAddress, ...ofOthers])
  })

  it('rejects a check that has not finished within 5 s, and does not start it later', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
    const guard = new BruteForceGuard(limiterOf(1_000), 5_000)
    const { finish, check } = pendingChecks()
    const rejected = Array.from({ length: 20 }, () =>
      expect(guard.runCheck('a', check)).rejects.toThrow(Unavailable),
    )
    await jest.advanceTimersByTimeAsync(5_000)
    await Promise.all(rejected)
    for (const end of finish) end()
    await jest.advanceTimersByTimeAsync(0)
    expect(finish).toHaveLength(10)
    jest.useRealTimers()
  })
})
