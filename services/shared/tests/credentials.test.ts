import { setTimeout as delay } from 'node:timers/promises'
import { DependencyUnavailable, InvalidToken } from '../errors.ts'
import type { Account } from '../domain/account.ts'
import {
  byToken,
  CredentialCache,
  fingerprint,
  readBearer,
  readCredential,
  type Credential,
} from '../http/authenticate.ts'
import { audit } from '../http/audit.ts'
import { createLogger } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { anAccount } from './kit/start-api.ts'

describe('a credential (A1)', () => {
  it('is taken in both of its forms', () => {
    const credential = { keyId: 'key', secret: 'secret' }
    expect(readCredential({ 'x-api-key': 'key', 'x-api-secret': 'secret' })).toEqual(credential)
    expect(readCredential({ authorization: 'Bearer key.secret' })).toEqual(credential)
    expect(readCredential({ authorization: 'bearer  key.secret' })).toEqual(credential)
    expect(readCredential({ 'x-api-key': 'alone', authorization: 'Bearer key.secret' })).toEqual(credential)
  })

  it('may have dots in its secret', () => {
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
    [{ authorization: `Bearer key.${'x'.repeat(512)}` }],
  ])('is none when it is incomplete or malformed: %j', (headers) => {
    expect(() => readCredential(headers)).toThrow(InvalidToken)
  })
})

describe('a token of the configuration (A7)', () => {
  const accepting = (...accepted: string[]) => {
    const authenticate = byToken(accepted)
    return (token: string | undefined) => () =>
      authenticate(token === undefined ? {} : { authorization: `Bearer ${token}` })
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
  const credential = { keyId: 'key', secret: 'secret' }
  let asked: Credential[]
  let answer: () => Promise<Account | undefined>
  let cache: CredentialCache
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

  const pass = async (ms: number) => {
    now += ms
    await delay(3) // the cache looks at the clock at most once a millisecond
  }

  it('asks once and remembers the answer', async () => {
    for (let i = 0; i < 3; i++) expect(await cache.account(credential)).toEqual(anAccount())
    expect(asked).toEqual([credential])
  })

  it('remembers it for 15 s and not longer, however often it is used', async () => {
    await cache.account(credential)
    for (const ms of [5_000, 5_000, 4_990]) {
      await pass(ms)
      await cache.account(credential)
    }
    expect(asked).toHaveLength(1)
    await pass(20)
    await cache.account(credential)
    expect(asked).toHaveLength(2)
  })

  it('counts from the sending of the question, not from its answer', async () => {
    answer = () => {
      now += 10_000
      return Promise.resolve(anAccount())
    }
    await cache.account(credential)
    await pass(4_990)
    await cache.account(credential)
    expect(asked).toHaveLength(1)
    await pass(20)
    await cache.account(credential)
    expect(asked).toHaveLength(2)
  })

  it('keeps no answer that took longer than that', async () => {
    answer = () => {
      now += 15_000
      return Promise.resolve(anAccount())
    }
    await cache.account(credential)
    await cache.account(credential)
    expect(asked).toHaveLength(2)
  })

  it('remembers no refusal', async () => {
    answer = () => Promise.resolve(undefined)
    await expect(cache.account(credential)).rejects.toThrow(InvalidToken)
    answer = () => Promise.resolve(anAccount())
    expect(await cache.account(credential)).toEqual(anAccount())
  })

  it('remembers no failure, and serves nothing stale because of one', async () => {
    await cache.account(credential)
    await pass(15_001)
    answer = () => Promise.reject(new DependencyUnavailable('user service'))
    await expect(cache.account(credential)).rejects.toThrow(DependencyUnavailable)
    answer = () => Promise.resolve(anAccount())
    expect(await cache.account(credential)).toEqual(anAccount())
  })

  it('asks one question at a time for each credential, and all who wait get its answer', async () => {
    let tell: (account: Account | undefined) => void = () => undefined
    answer = () => new Promise((resolve) => (tell = resolve))
    const waiting = Array.from({ length: 5 }, () => cache.account(credential))
    expect(asked).toHaveLength(1)
    tell(anAccount())
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => anAccount()))
  })

  it('lets all who wait know of a refusal, and the next one asks anew', async () => {
    answer = () => delay(5, undefined)
    const waiting = await Promise.allSettled(Array.from({ length: 3 }, () => cache.account(credential)))
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(asked).toHaveLength(1)
    await cache.account(credential).catch(() => undefined)
    expect(asked).toHaveLength(2)
  })

  it.each([
    [{ keyId: 'key', secret: 'other' }],
    [{ keyId: 'other', secret: 'secret' }],
    [{ keyId: 'key', secret: 'secret ' }],
    [{ keyId: 'k', secret: 'ey.secret' }],
  ])('takes no part of a credential for the whole: %j', async (other) => {
    await cache.account(credential)
    await cache.account(other)
    expect(asked).toEqual([credential, other])
  })

  it('tells two credentials apart that read the same when they are written in one', async () => {
    await cache.account({ keyId: 'a', secret: 'b.c' })
    await cache.account({ keyId: 'a.b', secret: 'c' })
    expect(asked).toHaveLength(2)
  })
})

it('a change by an operator is logged whatever LOG_LEVEL says', () => {
  const lines: string[] = []
  const log = createLogger('test', 'silent', { write: (line: string) => void lines.push(line) })
  audit({ header: () => 'Bearer the-token', log }, 'putGroup', { group: 1 })
  expect(lines).toEqual([expect.stringContaining('"event":"audit"')])
})
