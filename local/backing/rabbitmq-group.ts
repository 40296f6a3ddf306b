/** RabbitMQ as grown installations run it, of processes on this machine: a cluster of three nodes. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../support/wait.ts'
import type { Child } from '../processes/child.ts'
import { freePort } from '../processes/ports.ts'
import { findFirst } from './programs.ts'
import { rabbitmqNode, rabbitmqProviders, startEpmd, type RabbitmqProgram } from './rabbitmq.ts'
import type { Site } from './server.ts'

const NODES = 3
/** A node that is silent for 4 to 6 s counts as down; by default it takes a minute. */
const NOTICE_FROZEN_NODES = '-kernel net_ticktime 5'
const FORMED_MS = 60_000
const WHOLE_MS = 120_000
/** The number of running nodes, and the queues of this node that can lose no further one. */
const IS_WHOLE = '{length(rabbit_nodes:all_running()), rabbit_quorum_queue:list_with_minimum_quorum()}.'

/** One node of the cluster. */
export type RabbitmqNode = Awaited<ReturnType<typeof startRabbitmqCluster>>['nodes'][number]

/** Starts three nodes, of which each can be killed, frozen and started again. */
export async function startRabbitmqCluster(site: Site) {
  const prepare = (command: string, found: Site, erlang?: string): Promise<RabbitmqProgram> =>
    Promise.resolve({ command, site: found, ...(erlang === undefined ? {} : { erlang }) })
  const program = await findFirst('rabbitmq-server', rabbitmqProviders(prepare), site)
  mkdirSync(site.dir, { recursive: true })
  const epmdPort = await freePort()
  const epmd = startEpmd(program, epmdPort)
  const names = Array.from({ length: NODES }, (_, i) => `rollcall-${i + 1}@localhost`)
  const settings = [
    // What docs/operations/configure.md advises for a cluster.
    'cluster_partition_handling = pause_minority',
    'cluster_formation.peer_discovery_backend = classic_config',
    ...names.map((name, i) => `cluster_formation.classic_config.nodes.${i + 1} = ${name}`),
  ]
  const nodes = await Promise.all(
    names.map(async (nodeName, i) => {
      const ports = {
        epmd: epmdPort,
        amqp: await freePort(),
        distribution: await freePort(),
        management: await freePort(),
      }
      const dir = join(site.dir, `node-${i + 1}`)
      const node = rabbitmqNode(program, dir, {
        name: `rabbitmq-${i + 1}`,
        nodeName,
        ports,
        settings,
        erlangArgs: NOTICE_FROZEN_NODES,
      })
      let child: Child | undefined
      return {
        ...node,
        nodeName,
        host: `127.0.0.1:${ports.amqp}`,
        /** Runs rabbitmqctl on this node. */
        control: (...command: readonly string[]) => promisify(execFile)(join(dir, 'rabbitmqctl'), command),
        async start() {
          child = await node.start()
        },
        /** Does nothing if the node has ended. */
        async kill() {
          if (child === undefined || child.end() !== undefined) return
          process.kill(child.pid, 'SIGKILL')
          await child.ended
        },
        freeze: () => child && process.kill(child.pid, 'SIGSTOP'),
        resume: () => child && process.kill(child.pid, 'SIGCONT'),
        async stop() {
          if (child && child.end() === undefined) process.kill(child.pid, 'SIGCONT')
          await child?.stop(5_000)
        },
      }
    }),
  )
  // The first forms the cluster that the others join.
  for (const node of nodes) await node.start()
  await until(
    async () => {
      const { stdout } = await nodes[0]!.control('eval', 'length([node() | nodes()]).')
      if (stdout.trim() !== String(NODES)) throw new Error(`${stdout.trim()} of ${NODES} nodes run`)
    },
    { timeoutMs: FORMED_MS },
  )
  return {
    /**
     * Resolves when each node runs and each quorum queue would survive the loss of one. A node that was
     * frozen restarts first.
     */
    whole: () =>
      until(
        async () => {
          for (const node of nodes) {
            const { stdout } = await node.control('-q', 'eval', IS_WHOLE)
            if (stdout.trim() !== `{${NODES},[]}`) throw new Error(`${node.nodeName}: ${stdout.trim()}`)
          }
        },
        { timeoutMs: WHOLE_MS, everyMs: 1_000 },
      ),
    url: `amqp://guest:guest@${nodes.map(({ host }) => host).join(',')}`,
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      await epmd.stop(1_000)
    },
  }
}
