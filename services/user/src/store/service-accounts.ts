import type { Page } from '../../../shared/domain/page.ts'
import type { ServiceAccount } from '../domain/service-account.ts'

/** A write of an account, and the account that it replaced. */
export interface Written {
  readonly account: ServiceAccount
  readonly revision: number
  readonly before: ServiceAccount | undefined
}

/** The questions that this service asks about service accounts. */
export interface ServiceAccounts {
  find(id: number): Promise<ServiceAccount | undefined>
  /** One page, and one account more when there are more. */
  list(page: Page): Promise<ServiceAccount[]>
  count(): Promise<number>
  /** Does an account have a grant in the group, or its home there? */
  anyIn(groupId: number): Promise<boolean>
  /** Adds an account under a new id. */
  add(account: Omit<ServiceAccount, 'id'>): Promise<Written>
  /** Creates or replaces. */
  put(account: ServiceAccount): Promise<Written>
  /** Undoes a write, unless another one has followed. */
  takeBack(written: Written): Promise<void>
  /** Removes the account and its keys. @throws NotFound */
  remove(id: number): Promise<void>
}
