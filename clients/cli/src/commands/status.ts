import type { ServiceStatus } from '@rollcall/client/operator'
import type { Context } from '../context.ts'
import { describeError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { NOTHING_FOUND } from '../output.ts'
import { statusRequests } from '../requests.ts'
import { command } from './table.ts'

export const status = command({
  describe: 'Status, dependencies, requests and backlog of each service',
  examples: {
    status: 'one line for each service',
    'status --json': 'the same with the requests of each minute of the last hour, as JSON',
  },
  epilogue:
    'While a service is not ready, the exit code is 5. While one is degraded it is 0: `rollcall doctor` ' +
    'fails then, too.',
  run: printStatus,
})

async function printStatus({ api, output }: Context): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done
  await output.list(
    found(),
    [
      'service',
      'status',
      'unavailable',
      'stalled',
      'lastHour',
      'pendingEvents',
      'oldestPendingEvent',
      'queuedMessages',
      'queuedEmails',
      'failedEmails',
      'pendingWebhooks',
      'unusableWebhookEndpoints',
      'deadLetters',
      'limitedAccounts',
    ],
    () => (exitCode === EXIT.done ? NOTHING_FOUND : undefined),
  )
  return exitCode

  async function* found(): AsyncGenerator<object> {
    for (const [service, request] of statusRequests(api)) {
      try {
        const result = await request()
        if (result.status === 'not ready') exitCode = EXIT.unavailable
        yield output.json ? result : inOneLine(result)
      } catch (error) {
        const failure = describeError(error)
        output.error(`${service}: ${failure.message}`)
        exitCode = failure.exitCode
      }
    }
  }
}

function lastHour({ counts, complete }: NonNullable<ServiceStatus['perMinute']>): string {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return complete ? String(total) : `at least ${total}`
}

const inOneLine = ({
  dependencies,
  queues,
  perMinute,
  backlog,
  limitedAccounts,
  ...status
}: ServiceStatus) => ({
  service: status.service,
  status: status.status,
  unavailable: dependencies.filter(({ up }) => !up).map(({ name }) => name),
  stalled: status.stalled,
  lastHour: perMinute && lastHour(perMinute),
  pendingEvents: status.pendingEvents,
  oldestPendingEvent: status.oldestPendingEvent,
  queuedMessages: queues.reduce((sum, { messages }) => sum + (messages ?? 0), 0),
  ...backlog,
  limitedAccounts: limitedAccounts.map(({ accountId }) => accountId),
})
