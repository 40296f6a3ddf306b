import type { Page } from '../../../shared/domain/page.ts'
import type { Key } from '../domain/key.ts'

/** The questions that this service asks about keys. */
export interface Keys {
  find(keyId: string): Promise<Key | undefined>
  /** One page in the order of issue, and one key more when there are more. */
  list(accountId: number, page: Page): Promise<Key[]>
  count(accountId: number): Promise<number>
  nextNumber(): Promise<number>
  add(key: Key): Promise<void>
  /** Keeps the time of the first revocation. @throws NotFound when the account has no such key */
  revoke(accountId: number, keyId: string, now: Date): Promise<void>
  removeAll(accountId: number): Promise<void>
}
