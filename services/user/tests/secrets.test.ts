import { isWellFormed } from '../../platform/http/credential.ts'
import { newKeyId, newSecret } from '../src/service-accounts/keys/secrets.ts'

describe('secrets (A2)', () => {
  it('have a prefix, 33 random letters and digits (196 bits) and a checksum', () => {
    expect(newSecret()).toMatch(/^rcs_[0-9A-Za-z]{39}$/)
    expect(newKeyId()).toMatch(/^rck_[0-9A-Za-z]{16}$/)
    expect(new Set(Array.from({ length: 200 }, newSecret)).size).toBe(200)
  })

  it('show a typing error by their checksum', () => {
    const secret = newSecret()
    expect(isWellFormed(secret)).toBe(true)
    for (let i = 0; i < secret.length; i++) {
      const wrong = secret.slice(0, i) + (secret[i] === 'x' ? 'y' : 'x') + secret.slice(i + 1)
      expect(isWellFormed(wrong)).toBe(false)
    }
    for (const short of ['', 'rcs_', secret.slice(1)]) expect(isWellFormed(short)).toBe(false)
  })
})
