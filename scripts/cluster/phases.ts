import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICES, type Service } from '../image/services.ts'
import { helm } from './commands.ts'
import { IN_TIME, upgrade, type Versions } from './install.ts'
import { allReady, evict, noneLeaving, podsOf, scale, type Killer, type Pod } from './pods.ts'

/** One disturbance while the load goes on, and what is promised about it. */
export interface Phase {
  readonly name: string
  readonly promise: 'nothing fails' | 'what was under way may fail' | 'an outage'
  readonly run: () => Promise<unknown>
}

const CALM_MS = 30_000
/** A killed container counts as ready until the node has noticed. */
const NOTICED_MS = 3_000
/** Routers hear of a pod that is ready again a moment later (Traefik: two seconds); until then the other one is alone. */
const ROUTED_MS = 3_000
/** What a disturbance does to a request may be seen a moment after it. */
const SETTLE_MS = 3_000
/** Percent of the CPU that a pod asks for. */
const [SOON_PASSED, NEVER_REACHED] = [10, 1_000]
const AT_ONCE = { scaleDown: { stabilizationWindowSeconds: 0 } }
/** What a kill hits is chance. */
const KILLS = 3

export function phases({ before, present }: Versions, killer: Killer): readonly Phase[] {
  const pick = async (service: Service, turn = 0): Promise<Pod> => {
    const pods = await podsOf(service)
    const pod = pods[turn % pods.length]
    if (pod === undefined) throw new Error(`${service} has no pod`)
    return pod
  }
  const phase = (name: string, promise: Phase['promise'], run: Phase['run']) => ({ name, promise, run })
  const each = (what: string, promise: Phase['promise'], act: (service: Service) => Promise<unknown>) =>
    SERVICES.map((service) => phase(`${what}: ${service}`, promise, () => act(service)))
  const scaling = (autoscaling: object) =>
    upgrade(present, { services: { registration: { autoscaling } } }, ...IN_TIME)

  const killOneOf = async (service: Service, count: number, turn = 0): Promise<void> => {
    await killer.kill(await pick(service, turn))
    await sleep(NOTICED_MS)
    await allReady(service, count)
    await sleep(ROUTED_MS)
  }

  const withTwo: readonly Phase[] = [
    phase('calm', 'nothing fails', () => sleep(CALM_MS)),
    ...each('upgrade, the others being of the version before', 'nothing fails', (service) =>
      upgrade(before, { services: { [service]: { image: { tag: present.tag } } } }, ...IN_TIME),
    ),
    phase('rollback of all three', 'nothing fails', () => helm('rollback', 'rollcall', '1', ...IN_TIME)),
    phase('upgrade of all three, by the new chart', 'nothing fails', () => upgrade(present, {}, ...IN_TIME)),
    phase('a bad release, which rolls itself back', 'nothing fails', async () => {
      const bad = { image: { tag: 'does-not-exist' } }
      const [{ status }] = await Promise.allSettled([upgrade(present, bad, '--atomic', '--timeout', '25s')])
      if (status === 'fulfilled') throw new Error('the bad release was taken')
      for (const service of SERVICES) await allReady(service, 2)
    }),
    ...each('scale 2 → 1 → 3 → 1 → 2', 'nothing fails', async (service) => {
      for (const count of [1, 3, 1, 2]) await scale(service, count)
    }),
    ...each('eviction of both pods', 'nothing fails', async (service) => {
      for (const pod of await podsOf(service)) await evict(pod)
      await allReady(service, 2)
    }),
    ...each(
      `kill (SIGKILL) of one of two, ${KILLS} times`,
      'what was under way may fail',
      async (service) => {
        for (let turn = 0; turn < KILLS; turn++) await killOneOf(service, 2, turn)
      },
    ),
  ]

  const withOne: readonly Phase[] = [
    phase('to one replica', 'nothing fails', () => upgrade(present, { replicas: 1 }, ...IN_TIME)),
    phase('autoscaling 1 → 2 → 1, by the CPU that is aimed at', 'nothing fails', async () => {
      for (const [cpuUtilization, count] of [
        [NEVER_REACHED, 1],
        [SOON_PASSED, 2],
        [NEVER_REACHED, 1],
      ] as const) {
        await scaling({ enabled: true, minReplicas: 1, maxReplicas: 2, cpuUtilization, behavior: AT_ONCE })
        await allReady('registration', count)
      }
      await scaling({ enabled: false })
    }),
    ...each('eviction of the only pod', 'an outage', async (service) => {
      await evict(await pick(service))
      await allReady(service, 1)
    }),
    ...each('kill (SIGKILL) of the only pod', 'an outage', (service) => killOneOf(service, 1)),
  ]

  return [...withTwo, ...withOne].map(({ run, ...one }) => ({
    ...one,
    async run() {
      await run()
      await noneLeaving()
      await sleep(SETTLE_MS)
    },
  }))
}
