import { setTimeout as delay } from 'node:timers/promises'
import type { Faults, System } from '../../testing/system/system.ts'

const BACKING = ['mongodb', 'redis', 'rabbitmq'] as const

/** A server that a variable names is never stopped. */
const ours = ({ servers }: System['backing']) => BACKING.filter((name) => servers[name].ours)

/** Processes of ours and of others that are killed, paused and replaced. */
export const processFaults: Faults = {
  async 'SIGKILL of a service'({ services }, random) {
    const server = random.of(services)
    process.kill(server.pid(), 'SIGKILL')
    await delay(random.between(0, 500))
    await server.start()
  },
  async 'SIGSTOP of a service'({ services }, random) {
    const pid = random.of(services).pid()
    process.kill(pid, 'SIGSTOP')
    // At times longer than any lease.
    await delay(random.below(5) === 0 ? 18_000 : random.between(500, 4_000))
    process.kill(pid, 'SIGCONT')
  },
  async 'restart of a service'({ registrations, notifications }, random) {
    const server = random.of([...registrations, ...notifications])
    await server.stop(30_000)
    await server.start()
  },
  async 'SIGKILL of a server'({ backing }, random) {
    const server = backing.servers[random.of(ours(backing))]
    await server.stop(0)
    await delay(random.between(0, 1_000))
    await server.start()
  },
  async 'SIGSTOP of a server'({ backing }, random) {
    const name = random.of(ours(backing))
    const pid = backing.servers[name].pids()[name] as number
    process.kill(pid, 'SIGSTOP')
    await delay(random.between(500, 5_000))
    process.kill(pid, 'SIGCONT')
  },
}
