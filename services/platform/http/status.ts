import type { Schemas } from '../contract/schema.ts'
import type { ServiceName } from '../contract/operation.ts'
import { Unavailable } from '../errors.ts'
import type { Dependency } from '../process/dependency.ts'
import type { Readiness } from '../process/health.ts'
import type { Watchdog } from '../process/watchdog.ts'
import { renderDateTime } from '../domain/time.ts'

type ServiceStatus = Schemas['ServiceStatus']

/** What is counted in all replicas; see `store/activity.ts`. */
interface ActivityCounts {
  perMinute(): Promise<{
    readonly counts: readonly number[]
    readonly complete: boolean
    readonly countedSince: Date | undefined
  }>
  rejections(): Promise<ServiceStatus['limitedAccounts']>
}

/** What waits in outboxes and queues; see `messaging/waiting.ts`. What is undefined is not known. */
interface WaitingCounts {
  readonly pendingEvents: number | undefined
  readonly oldestPendingEvent: Date | undefined
  readonly queues: readonly {
    readonly name: string
    readonly messages: number | undefined
    readonly consumers: number | undefined
  }[]
}

/** What a service shows of itself in its status. */
export interface StatusSource {
  readonly service: ServiceName
  readonly readiness: Pick<Readiness, 'health'>
  readonly dependencies: readonly Dependency[]
  readonly activity: ActivityCounts
  /** Whether `activity` counts something in each minute. */
  readonly countsActivity: boolean
  readonly waiting: WaitingCounts
  readonly watchdog: Pick<Watchdog, 'stalled'>
  readonly backlog?: () => Promise<NonNullable<ServiceStatus['backlog']>>
  readonly mailLimits?: () => ServiceStatus['mailLimits']
}

/** The status of a service, as operators see it. What only MongoDB knows is null while it is unavailable. */
export const serviceStatus =
  (source: StatusSource) => async (): Promise<{ status: 200; body: ServiceStatus }> => {
    const { service, readiness, dependencies, activity, countsActivity, waiting, watchdog, backlog } = source
    const mailLimits = source.mailLimits?.() ?? null
    const [backlogNow, perMinute, limitedAccounts] = await Promise.all([
      unlessUnavailable(dependencies, async () => backlog?.()),
      countsActivity ? activity.perMinute() : undefined,
      activity.rejections(),
    ])
    const oldest = waiting.oldestPendingEvent
    return {
      status: 200,
      body: {
        service,
        status: readiness.health().status,
        dependencies: dependencies.map(presentDependency),
        stalled: [...watchdog.stalled],
        pendingEvents: waiting.pendingEvents ?? null,
        oldestPendingEvent: oldest ? renderDateTime(oldest) : null,
        queues: waiting.queues.map(({ name, messages, consumers }) => ({
          name,
          messages: messages ?? null,
          consumers: consumers ?? null,
        })),
        perMinute: perMinute ? presentPerMinute(perMinute) : null,
        backlog: backlogNow ?? null,
        mailLimits,
        limitedAccounts,
      },
    }
  }

export const presentDependency = (dependency: Dependency): Schemas['DependencyStatus'] => ({
  name: dependency.name,
  up: dependency.up(),
  critical: dependency.critical,
  reason: dependency.reason(),
})

const presentPerMinute = ({
  counts,
  complete,
  countedSince,
}: Awaited<ReturnType<ActivityCounts['perMinute']>>) => ({
  counts: [...counts],
  complete,
  countedSince: countedSince ? renderDateTime(countedSince) : null,
})

async function unlessUnavailable<T>(
  dependencies: readonly Dependency[],
  read: () => Promise<T>,
): Promise<T | undefined> {
  if (dependencies.some((dependency) => dependency.critical && !dependency.up())) return undefined
  try {
    return await read()
  } catch (error) {
    if (error instanceof Unavailable) return undefined
    throw error
  }
}
