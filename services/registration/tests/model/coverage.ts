import document from '../../../shared/contract/generated/openapi.json' with { type: 'json' }

/** Operations that sequences leave out, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  getContract: 'asks for nothing and changes nothing',
  listGroups: 'shows what other sequences made, too',
  listGroupMembers: 'shows what other sequences made, too',
  listCourses: 'shows what other sequences made, too',
  listServiceAccounts: 'shows what other sequences made, too',
  createServiceAccount: 'every sequence has the same accounts, whose grants it changes',
  deleteServiceAccount: 'every sequence has the same accounts, whose grants it changes',
  issueKey: 'shows a secret; every change of groups or grants is followed by new keys',
  listKeys: 'shows the keys that other sequences were given, too',
  revokeKey: 'bites within the time of the credential cache (A2b), which no sequence waits for',
  mergeUserBatch: 'has rules of its own beside those of a create and an update',
  listDeliveries: 'the notification service is away',
  getDelivery: 'the notification service is away',
  resendDelivery: 'the notification service is away',
  listDeadLetters: 'the notification service is away',
  replayDeadLetter: 'the notification service is away',
}

/** Outcomes that the contract declares and no sequence can meet, with the reason. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  'internal-error': 'would be a fault',
  'too-many-requests': 'would depend on how fast the machine is',
  'idempotency-in-flight': 'one request follows the other',
  'dependency-unavailable': 'every server stays up',
  'putServiceAccount 201': 'every sequence has the same accounts',
  'getRegistrationNotification 200': 'the notification service is away',
}
/** What a reason above does not hold for. */
const WITHIN_REACH = ['getRegistrationNotification dependency-unavailable']

interface Operation {
  readonly operationId: string
  readonly 'x-audience': string
  readonly responses: Readonly<Record<string, Response>>
}
interface Response {
  readonly $ref?: string
  readonly 'x-error-codes'?: Readonly<Record<string, number>>
}

const operations = Object.values(document.paths)
  .flatMap((item) => Object.values(item) as Partial<Operation>[])
  .filter((operation): operation is Operation => operation.operationId !== undefined)
  .filter((operation) => operation['x-audience'] !== 'internal')

/** Each operation with each of its outcomes: an error code, or the status of a success. */
const reachable = operations
  .filter(({ operationId }) => LEFT_OUT[operationId] === undefined)
  .flatMap(({ operationId, responses }) =>
    outcomesOf(responses).map((outcome) => `${operationId} ${outcome}`),
  )
  .filter((pair) => WITHIN_REACH.includes(pair) || ![pair, outcomeOf(pair)].some((key) => OUT_OF_REACH[key]))

function outcomesOf(responses: Operation['responses']): string[] {
  return Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .flatMap(([status, response]) => {
      const codes = resolved(response)['x-error-codes']
      return codes ? Object.keys(codes) : [status]
    })
}

function resolved(response: Response): Response {
  const name = response.$ref?.split('/').at(-1)
  return name === undefined
    ? response
    : ((document.components.responses as Readonly<Record<string, Response>>)[name] ?? response)
}

function outcomeOf(pair: string): string {
  return pair.split(' ')[1] as string
}

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

  /** Lines of `operation  outcome ×count …`. */
  table(): string {
    const rows = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1))
    const byOperation = Map.groupBy(rows, ([pair]) => pair.split(' ')[0])
    return [...byOperation]
      .map(([operation, pairs]) => {
        const outcomes = pairs.map(([pair, count]) => `${pair.split(' ')[1]} ×${count}`)
        return `  ${operation}: ${outcomes.join(', ')}`
      })
      .join('\n')
  }
}
