import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from 'amqplib'
import { until } from '../../local/support/wait.ts'
import { QUEUES, queueDepth } from '../../services/platform/messaging/topology.ts'
import { operators } from '../../testing/system/operators.ts'
import type { Faults, System } from '../../testing/system/system.ts'

const control = ({ dir }: System, ...command: readonly string[]) =>
  promisify(execFile)(join(dir, 'rabbitmq/rabbitmqctl'), command)

/** What was in a queue for webhooks is lost with it: their receivers compare with a delta. */
const QUEUES_WITH_RECOVERY = Object.keys(QUEUES).filter((name) => !name.includes('.webhook-'))

const A_MINUTE = 60_000
/** Longer than connections are blackholed. */
const DECLARED_AGAIN_MS = 60_000
/**
 * A message counts as lost after 15 minutes, which is longer than a fault, so the registrations are made
 * older.
 */
const OLDER_MS = 30 * A_MINUTE

/** Until a service has declared the queue again: before that, what is sent again is lost too. */
async function declaredAgain({ backing }: System, queue: string): Promise<void> {
  const connection = await connect(backing.urls.rabbitmq)
  try {
    const consumed = async () => {
      if ((await queueDepth(connection, queue)).consumers === 0) throw new Error(`nobody consumes ${queue}`)
    }
    await until(consumed, { timeoutMs: DECLARED_AGAIN_MS })
  } finally {
    await connection.close()
  }
}

/**
 * The steps of an operator after messages were lost with a queue (docs/operations/backup-and-restore.md,
 * "Recover from a lost broker").
 */
async function sendAgain({ registrations, users, database }: System): Promise<void> {
  const before = (ms: number) => new Date(Date.now() - ms)
  await using connection = await database('registration')
  const young = { createdAt: { $gt: before(15 * A_MINUTE) } }
  const older = { $set: { createdAt: before(OLDER_MS) } }
  await connection.db().collection('registrations').updateMany(young, older)
  const operator = operators(registrations[0]!)
  const path = '/admin/registrations-without-delivery/'
  const since = before(OLDER_MS + 5 * A_MINUTE).toISOString()
  const missing: { id: number }[] = await operator.get(`${path}?limit=1000&created_after=${since}`)
  if (missing.length > 0) await operator.post(`${path}send/`, 200, { ids: missing.map(({ id }) => id) })
  await operators(users[0]!).post('/admin/users/ids/floor/', 200, { above: 1 })
}

/** A broker that is short of memory, loses a queue, or delivers again. */
export const brokerFaults: Faults = {
  async 'RabbitMQ: memory alarm'(system, random) {
    await control(system, 'set_vm_memory_high_watermark', 'absolute', '1')
    await delay(random.between(1_000, 12_000))
    await control(system, 'set_vm_memory_high_watermark', '0.4')
  },
  async 'RabbitMQ: queue deleted'(system, random) {
    const queue = random.of(QUEUES_WITH_RECOVERY)
    await control(system, 'delete_queue', queue)
    await delay(random.between(500, 3_000))
    await declaredAgain(system, queue)
    await sendAgain(system)
  },
  async 'RabbitMQ: messages come again while their e-mails are under way'({ lines, mails }, random) {
    mails.behave('stall')
    const until = performance.now() + 10_000
    while (mails.stalledCount() === 0 && performance.now() < until) await delay(50)
    lines.rabbitmq.cut()
    await delay(random.between(100, 1_000))
    lines.rabbitmq.heal()
    await delay(random.between(2_000, 8_000))
    mails.behave('accept')
    mails.acceptStalled()
  },
}
