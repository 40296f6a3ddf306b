import { isExpired } from '../user.ts'
import type { UserPair } from './names.ts'

const dateOf = ({ desired }: UserPair) => desired.body['expirationDate']

/** What becomes of the expiration dates of users at this moment. */
export function expirationDates(now: Date) {
  const givenDate = (pair: UserPair) => new Date(String(dateOf(pair)))
  const isChanged = (pair: UserPair) => givenDate(pair).getTime() !== Date.parse(pair.present.expirationDate)
  const getsAnother = (pair: UserPair) => givenDate(pair) > now && isChanged(pair)
  return {
    isReturning: (pair: UserPair) => isExpired(pair.present, now) && dateOf(pair) === '',
    staysExpired: (pair: UserPair) => isExpired(pair.present, now) && dateOf(pair) === undefined,
    isEnding: (pair: UserPair) => !isExpired(pair.present, now) && givenDate(pair) <= now,
    /** Whether a date stays that the row does not give: an empty cell changes nothing. */
    keepsDate: ({ present, ...pair }: UserPair) =>
      present.expirationDate !== '' && !isExpired(present, now) && dateOf({ present, ...pair }) === undefined,
    getsAnother,
    /** The first of the dates that rows give, as a day. */
    firstOf: (pairs: readonly UserPair[]): string => {
      const times = pairs.map((pair) => givenDate(pair).getTime())
      return times.length === 0 ? '' : new Date(Math.min(...times)).toISOString().slice(0, 10)
    },
  }
}
