import { setTimeout as delay } from 'node:timers/promises'
import { Unavailable, InvalidToken, TooManyRequests } from '../errors.ts'
import type { Account } from '../domain/account.ts'
import {
  byToken,
  CredentialCache,
  fingerprint,
  readBearer,
  readCredential,
  type Credential,
  type Turn,
} from '../http/authenticate.ts'
import { attempts, countedAddress } from '../http/attempts.ts'
import { audit } from '../http/audit.ts'
import { secretOf } from '../http/secret.ts'
import { createLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { eventually } from '../../../testing/eventually.ts'
import { anAccount } from '../../../testing/start-api.ts'

const atOnce: Turn = (verification) => verification()

describe('a credential (A1)', () => {
  it('is taken in both of its forms', () => {
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
  ])('is none when it is incomplete or malformed: %j', (headers) => {
    expect(() => readCredential(headers)).toThrow(InvalidToken)
  })
})

describe('a token of the configuration (A7)', () => {
  const accepting = (...accepted: string[]) => {
    const authenticate = byToken(accepted)
    return (token: string | undefined) => () =>
      authenticate(token === undefined ? {} : { authorization: `Bearer ${token}` }, atOnce)
  }
  const given = accepting('the-new-token', 'the-old-token')

  it('is accepted while it is replaced: two at once', () => {
    for (const token of ['the-new-token', 'the-old-token']) expect(given(token)).not.toThrow()
  })

  it.each([undefined, '', 'the-new-token x', 'the-new-toke', 'the-new-token,the-old-token', 'THE-NEW-TOKEN'])(
    'is accepted only as it is: not %j',
    (token) => expect(given(token)).toThrow(InvalidToken),
  )

  it('accepts nothing, not even nothing, where none is configured', () => {
    expect(accepting()(undefined)).toThrow(InvalidToken)
    expect(readBearer({})).toBeUndefined()
  })

  it('is named in the log by what tells nothing about it', () => {
    expect(fingerprint('the-new-token')).toMatch(/^[\da-f]{12}$/)
    expect(fingerprint('the-new-token')).not.toBe(fingerprint('the-old-token'))
  })
})

describe('the cache of verified credentials (A2b)', () => {
  const credential = { keyId: 'key', secret: secretOf('secret') }
  let asked: Credential[]
  let answer: () => Promise<Account | undefined>
  let cache: CredentialCache
  const account = (given: Credential) => cache.account(given, atOnce)
  /** Time is moved under the cache, which measures it by the clock that never jumps. */
  let now = 1_000
  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    asked = []
    answer = () => Promise.resolve(anAccount())
    const verify = (given: Credential) => {
      asked.push(given)
      return answer()
    }
    cache = new CredentialCache(verify, createMetrics('test'))
  })
  afterEach(() => jest.restoreAllMocks())

  const late = (ms: number) => () => {
    now += ms
    return Promise.resolve(anAccount())
  }
  const pass = async (ms: number) => {
    now += ms
    await delay(3) // the cache looks at the clock at most once a millisecond
  }

  it.each([0, 10_000])(
    'remembers an answer for 15 s from the sending of its question, however often it is used: %i ms',
    async (lateMs) => {
      answer = late(lateMs)
      for (const ms of [0, 2_000, 1_000, 11_990 - lateMs]) {
        await pass(ms)
        expect(await account(credential)).toEqual(anAccount())
      }
      expect(asked).toEqual([credential])
      await pass(20)
      await account(credential)
      expect(asked).toHaveLength(2)
    },
  )

  it('keeps no answer that took longer than that', async () => {
    answer = late(15_000)
    await account(credential)
    await account(credential)
    expect(asked).toHaveLength(2)
  })

  it('remembers no failure, and serves nothing stale because of one', async () => {
    await account(credential)
    await pass(15_001)
    answer = () => Promise.reject(new Unavailable('user service'))
    await expect(account(credential)).rejects.toThrow(Unavailable)
    answer = () => Promise.resolve(anAccount())
    expect(await account(credential)).toEqual(anAccount())
  })

  it.each([
    [{ status: 'fulfilled', value: anAccount() }, anAccount()],
    [{ status: 'rejected', reason: expect.any(InvalidToken) }, undefined],
  ])(
    'asks one question at a time, all who wait get its answer, and no refusal is kept: %j',
    async (told, found) => {
      answer = () => delay(5, found)
      const waiting = await Promise.allSettled(Array.from({ length: 5 }, () => account(credential)))
      expect(waiting).toEqual(waiting.map(() => told))
      expect(asked).toHaveLength(1)
      answer = () => Promise.resolve(anAccount())
      expect(await account(credential)).toEqual(anAccount())
      expect(asked).toHaveLength(found ? 1 : 2)
    },
  )

  it.each([
    [credential, { keyId: 'key', secret: secretOf('other') }],
    [credential, { keyId: 'other', secret: secretOf('secret') }],
    [credential, { keyId: 'key', secret: secretOf('secret ') }],
    [credential, { keyId: 'k', secret: secretOf('ey.secret') }],
    // These read the same when they are written in one.
    [
      { keyId: 'a', secret: secretOf('c') },
      { keyId: `a.${secretOf('c')}`, secret: secretOf('c') },
    ],
  ])('takes no credential for another: %j, %j', async (one, other) => {
    await account(one)
    await account(other)
    expect(asked).toEqual([one, other])
  })

  it('asks about no secret whose checksum is wrong (A2)', async () => {
    const mistyped = { keyId: 'key', secret: credential.secret.replace('secret', 'sekret') }
    await expect(account(mistyped)).rejects.toThrow(InvalidToken)
    expect(asked).toEqual([])
  })
})

it('a change by an operator is logged whatever LOG_LEVEL says', () => {
  const lines: string[] = []
  const log = createLogger('test', 'silent', { write: (line: string) => void lines.push(line) })
  audit({ header: () => 'Bearer the-token', log }, 'putGroup', { group: 1 })
  expect(lines).toEqual([expect.stringContaining('"event":"audit"')])
})

describe('the attempts of an address (R20)', () => {
  const limiterOf = (limit: number) => {
    let taken = 0
    const take = () => Promise.resolve({ allowed: ++taken <= limit, limit, remaining: 0, resetSeconds: 60 })
    return { take: jest.fn(take) }
  }
  /** Verifications that end when they are told to, and how many of them have begun. */
  const verifications = () => {
    const begun: (() => void)[] = []
    const verification = () => new Promise<void>((resolve) => void begun.push(resolve))
    return { begun, verification }
  }

  it('are verified one at a time over the limit, in their order, so that a good one still passes', async () => {
    const { failed, verify } = attempts(limiterOf(0), 5_000)
    const { begun, verification } = verifications()
    await expect(failed('a')).rejects.toThrow(TooManyRequests)
    const waiting = Array.from({ length: 5 }, () => verify('a', verification))
    for (let done = 0; done < 5; done++) {
      await eventually(() => expect(begun).toHaveLength(done + 1))
      begun[done]?.()
    }
    await Promise.all(waiting)
    await verify('b', () => Promise.resolve()) // another address does not wait for it
  })

  it('over the limit are told so without another look at Redis', async () => {
    const limiter = limiterOf(2)
    const { failed } = attempts(limiter, 5_000)
    for (let i = 0; i < 10; i++) await failed('a').catch(() => undefined)
    expect(limiter.take).toHaveBeenCalledTimes(3)
    await expect(failed('a')).rejects.toMatchObject({ retryAfterSeconds: 60 })
  })

  it('are bounded, in flight and in all, for one address and for all', async () => {
    const { verify } = attempts(limiterOf(1_000), 5_000)
    const { begun, verification } = verifications()
    const ask = (address: string) => verify(address, verification).catch((refusal: unknown) => refusal)
    const ofOne = Array.from({ length: 101 }, () => ask('one'))
    await eventually(() => expect(begun).toHaveLength(10))
    const ofMany = Array.from({ length: 901 }, (_, i) => ask(`another ${i}`))
    await eventually(() => expect(begun).toHaveLength(50))
    expect(await ofOne[100]).toBeInstanceOf(TooManyRequests)
    expect(await ofMany[900]).toBeInstanceOf(Unavailable)
    // Each that ends lets the next one begin.
    for (let done = 0; done < 1_000; await delay(0)) for (; done < begun.length; done++) begun[done]?.()
    await Promise.all([...ofOne, ...ofMany])
  })

  it('wait for no turn longer than 5 s, and are not verified after that', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })
    const { verify } = attempts(limiterOf(1_000), 5_000)
    const { begun, verification } = verifications()
    const asked = Array.from({ length: 20 }, () =>
      expect(verify('a', verification)).rejects.toThrow(Unavailable),
    )
    await jest.advanceTimersByTimeAsync(5_000)
    await Promise.all(asked)
    for (const end of begun) end()
    await jest.advanceTimersByTimeAsync(0)
    expect(begun).toHaveLength(10)
    jest.useRealTimers()
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ])('are counted for %s by %s', (ip, counted) => expect(countedAddress(ip)).toBe(counted))
})
