import type { Page } from '../../../shared/domain/page.ts'
import type { DeadLetter, NewDeadLetter } from '../domain/dead-letter.ts'

/** Messages that could not be handled, kept until an operator has replayed them, and after. */
export interface DeadLetters {
  /** @returns false when this message is already kept */
  add(letter: NewDeadLetter): Promise<boolean>
  find(id: number): Promise<DeadLetter | undefined>
  /** @returns the moment of the first replay, should several come at once */
  replayed(id: number, at: Date): Promise<Date>
  /** One record more than the page holds, when there is one. */
  list(page: Page): Promise<DeadLetter[]>
  count(): Promise<number>
}
