import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Fault, System } from './system.ts'

const RABBITMQCTL = '/usr/lib/rabbitmq/bin/rabbitmqctl'

function limitMemory({ dir }: System, limit: readonly string[]) {
  const site = join(dir, 'rabbitmq')
  const { epmd } = JSON.parse(readFileSync(join(site, 'ports.json'), 'utf8')) as { epmd: number }
  const env = { PATH: process.env['PATH'], HOME: site, ERL_EPMD_PORT: String(epmd) }
  const args = ['-n', 'rollcall@localhost', 'set_vm_memory_high_watermark', ...limit]
  return promisify(execFile)(RABBITMQCTL, args, { env })
}

/** A broker that is short of memory stops reading from publishers. */
export const brokerFaults: readonly Fault[] = [
  {
    kind: 'RabbitMQ: memory alarm',
    async happen(system, random) {
      await limitMemory(system, ['absolute', '1'])
      await delay(random.between(1_000, 12_000))
      await limitMemory(system, ['0.4'])
    },
  },
  {
    kind: 'RabbitMQ: messages come again while their e-mails are under way',
    async happen({ lines, mails }, random) {
      mails.behave('stall')
      const until = performance.now() + 10_000
      while (mails.stalling() === 0 && performance.now() < until) await delay(50)
      lines.rabbitmq.cut()
      await delay(random.between(100, 1_000))
      lines.rabbitmq.heal()
      await delay(random.between(2_000, 8_000))
      mails.behave('accept')
      mails.release()
    },
  },
]
