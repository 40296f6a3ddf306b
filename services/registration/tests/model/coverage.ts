import { catalogue, type OperationId } from '../../../shared/contract/generated/catalogue.ts'
import document from '../../../shared/contract/generated/openapi.json' with { type: 'json' }
import { declaredResponses } from '../../../../testing/contract-check.ts'

const OTHERS_TOO = 'shows what other sequences made, too'
const SAME_ACCOUNTS = 'every sequence has the same accounts, whose grants it changes'
const ONE_WAY = 'raises the ids of every later sequence, too'
const AWAY = 'the notification service is away'
/** Operations that sequences leave out, with the reason. */
const LEFT_OUT: Partial<Readonly<Record<OperationId, string>>> = {
  getContract: 'asks for nothing and changes nothing',
  listGroups: OTHERS_TOO,
  listVisibleGroups: OTHERS_TOO,
  listGroupMembers: OTHERS_TOO,
  listCourses: OTHERS_TOO,
  listServiceAccounts: OTHERS_TOO,
  createServiceAccount: SAME_ACCOUNTS,
  deleteServiceAccount: SAME_ACCOUNTS,
  issueKey: 'shows a secret; every change of groups or grants is followed by new keys',
  listKeys: 'shows the keys that other sequences were given, too',
  revokeKey: 'bites within the time of the credential cache (A2b), which no sequence waits for',
  mergeUserBatch: 'has rules of its own beside those of a create and an update',
  createGroup: 'is putGroup with the next id',
  listRegistrationsWithoutDelivery: AWAY,
  sendRegistrationsWithoutDelivery: AWAY,
  raiseRegistrationIds: ONE_WAY,
  raiseUserIds: ONE_WAY,
}

/** Outcomes that the contract declares and no sequence can meet, with the reason. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'internal-error': 'would be a fault',
  'too-many-requests': 'would depend on how fast the machine is',
  'idempotency-in-flight': 'one request follows the other',
  'dependency-unavailable': 'every server stays up',
  'putServiceAccount 201': SAME_ACCOUNTS,
  'getRegistrationNotification 200': AWAY,
}
/** What a reason above does not hold for. */
const WITHIN_REACH = ['getRegistrationNotification dependency-unavailable']

/** The operations of which sequences are made: of the two services that are there. */
export const OPERATIONS = (Object.keys(catalogue) as OperationId[]).filter((operation) => {
  const { audience, service } = catalogue[operation]
  return audience !== 'internal' && service !== 'notification' && LEFT_OUT[operation] === undefined
})

/** Each operation with each of its outcomes: an error code, or the status of a success. */
const reachable = declaredResponses(document).flatMap((answer) => {
  const [operation, status, code] = answer.split(' ') as [OperationId, string, string?]
  const outcome = code ?? status
  const pair = `${operation} ${outcome}`
  const outOfReach = [pair, outcome].some((key) => OUT_OF_REACH[key]) && !WITHIN_REACH.includes(pair)
  return OPERATIONS.includes(operation) && !outOfReach ? [pair] : []
})

/** How often each operation ended how: with an error code, or with the status of a success. */
export class Coverage {
  readonly #counts = new Map<string, number>()

  reached(operation: string, outcome: string): void {
    const pair = `${operation} ${outcome}`
    this.#counts.set(pair, this.count(pair) + 1)
  }

  count(pair: string): number {
    return this.#counts.get(pair) ?? 0
  }

  get pairs(): number {
    return this.#counts.size
  }

  /** What the contract declares, sequences can reach, and these did not reach so often. */
  rarerThan(times: number): string[] {
    return reachable
      .filter((pair) => this.count(pair) < times)
      .map((pair) => `${pair}: ${this.count(pair)} times instead of ${times}`)
  }

  /** What was met although the contract does not declare it, or although it is said to be out of reach. */
  unexpected(): string[] {
    return [...this.#counts.keys()].filter((pair) => !reachable.includes(pair))
  }

  /** Lines of `operation: outcome ×count, …`. */
  table(): string {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))
    const outcomes = Map.groupBy(rows, ([pair]) => pair.split(' ')[0])
    const told = ([pair, count]: [string, number]) => `${pair.split(' ')[1]} ×${count}`
    return [...outcomes].map(([operation, all]) => `  ${operation}: ${all.map(told).join(', ')}`).join('\n')
  }
}
