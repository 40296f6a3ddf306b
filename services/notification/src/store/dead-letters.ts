import type { Page } from '../../../shared/domain/page.ts'
import type { DeadLetter, NewDeadLetter } from '../domain/dead-letter.ts'

/** Messages that could not be handled; they stay after an operator has replayed or dismissed them. */
export interface DeadLetters {
  /** @returns false when this message is already stored */
  add(letter: NewDeadLetter): Promise<boolean>
  find(id: number): Promise<DeadLetter | undefined>
  /** @returns the time of the first replay, when several run at once */
  replayed(id: number, at: Date): Promise<Date>
  /** @returns the time of the first dismissal, when several run at once */
  dismissed(id: number, at: Date): Promise<Date>
  /** One record more than the page holds when more follow. */
  list(page: Page): Promise<DeadLetter[]>
  count(): Promise<number>
  /** How many nobody has replayed or dismissed yet. */
  waiting(): Promise<number>
}
