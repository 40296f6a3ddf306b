import { isWellFormed } from '../../shared/http/secret.ts'
import { hashSecret, newKeyId, newSecret, opens } from '../src/secrets.ts'
import { eventIdOf } from '../../shared/messaging/event-id.ts'

describe('secrets (A2)', () => {
  it('have a prefix, 33 random letters and digits (196 bits) and a checksum', () => {
    expect(newSecret()).toMatch(/^rcs_[0-9A-Za-z]{39}$/)
    expect(newKeyId()).toMatch(/^rck_[0-9A-Za-z]{16}$/)
    expect(33 * Math.log2(62)).toBeGreaterThanOrEqual(190)
    expect(new Set(Array.from({ length: 200 }, newSecret)).size).toBe(200)
  })

  it('show a typing error by their checksum', () => {
    const secret = newSecret()
    expect(isWellFormed(secret)).toBe(true)
    for (let i = 0; i < secret.length; i++) {
      const wrong = secret.slice(0, i) + (secret[i] === 'x' ? 'y' : 'x') + secret.slice(i + 1)
      expect(isWellFormed(wrong)).toBe(false)
    }
    expect(isWellFormed('')).toBe(false)
    expect(isWellFormed('rcs_')).toBe(false)
    expect(isWellFormed(secret.slice(1))).toBe(false)
  })

  it('open only the hash they were kept as, and nothing where there is no key', () => {
    const secret = newSecret()
    expect(opens(secret, hashSecret(secret))).toBe(true)
    expect(opens(newSecret(), hashSecret(secret))).toBe(false)
    expect(opens(secret, undefined)).toBe(false)
    expect(opens('', undefined)).toBe(false)
  })
})

it('gives the same state of a record the same event id, a UUID of version 5', () => {
  const ids = ([7, 73, 8] as const).flatMap((id) => [eventIdOf('user', id, 3), eventIdOf('user', id, 4)])
  expect(new Set([...ids, eventIdOf('registration', 7, 3), eventIdOf('user', 7, 3)]).size).toBe(7)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
