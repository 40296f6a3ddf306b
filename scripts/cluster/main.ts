import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { CHARTS, SERVICE_NAMES } from '../../testing/charts/charts.ts'
import { issueKey, headersOf } from '../../local/demo/call.ts'
import { readArguments } from '../../local/support/arguments.ts'
import { printError, CommandError } from '../../local/support/command-error.ts'
import { until } from '../../local/support/wait.ts'
import { evict, getRaw, helm, ingressAddress, kubectl, NAMESPACE, readyPods, values } from './kubernetes.ts'
import { send, startLoad, type Target, type World } from './load.ts'
import { keepReplicas, scaleTo, wantedPods, watchReadyPods } from './scaling.ts'
import {
  countEvictions,
  endVerticalAutoscaling,
  startVerticalAutoscaling,
  untilReplaced,
} from './vertical.ts'

const USAGE = `npm run check -- cluster --tag TAG [options]
  Installs Rollcall on the cluster of KUBECONFIG, with charts/backing, then upgrades it, evicts each of its
  pods, scales it by hand and switches autoscaling on under load, and counts what was lost. The cluster needs
  an ingress controller and metrics, and must be able to pull the images.

  --tag TAG               tag of the images rollcall/registration, rollcall/user and rollcall/notification
  --registry REGISTRY     registry of the images
  --before TAG            version that is installed first (the same one)
  --before-chart CHART    its chart: a folder, an archive or an OCI address (charts/rollcall)
  --values FILE           more values for the release, for example what the ingress controller needs
  --backing-values FILE   values for charts/backing, for example other images
  --per-second NUMBER     requests of the load (10)
  --vpa                   also lets a vertical autoscaler replace the pods, which takes some minutes. Install
                          its chart first: vertical-pod-autoscaler of https://kubernetes.github.io/autoscaler
  --keep                  leave the namespace ${NAMESPACE} for a look
`
const text = { type: 'string' } as const
const { values: options } = readArguments(USAGE, {
  options: {
    tag: text,
    registry: text,
    before: text,
    'before-chart': { ...text, default: join(CHARTS, 'rollcall') },
    values: text,
    'backing-values': text,
    'per-second': { ...text, default: '10' },
    vpa: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const REPLICAS = 2
const PUBLIC_HOST = 'rollcall.test'
const OPERATOR_HOST = 'operator.rollcall.test'
const OPERATOR_TOKEN = 'development-only-operator-token'
const SMOKE_KEY = 'smoke-key'
const CALM_MS = 20_000
const GROUP = 1
const USERS = 400
const COURSES = 40
const FIRST_COURSE = 1_000
const REQUESTS_PER_MINUTE = 1_000_000
const WAIT = ['--wait', '--timeout', '3m'] as const

const print = (line: string) => void process.stdout.write(`${line}\n`)
const broken: string[] = []
function expect(holds: boolean, promise: string): void {
  print(`${holds ? 'ok   ' : 'FAIL '} ${promise}`)
  if (!holds) broken.push(promise)
}

const file = (name: string | undefined) => (name === undefined ? [] : ['--values', name])
const image = (tag: string) => ({ image: { tag, ...(options.registry && { registry: options.registry }) } })

async function install(before: string): Promise<Record<'open' | 'operator', Target>> {
  await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=120s')
  await kubectl('create', 'namespace', NAMESPACE)
  await helm('install', 'backing', join(CHARTS, 'backing'), ...file(options['backing-values']), ...WAIT)
  const own = {
    ...image(before),
    replicas: REPLICAS,
    config: { TRUSTED_PROXIES: 'uniquelocal' }, // the pods of the ingress controller
    ingress: { enabled: true, host: PUBLIC_HOST, operator: { enabled: true, host: OPERATOR_HOST } },
    services: { notification: { config: { MAIL_FROM: 'no-reply@example.org' } } },
  }
  await helm('install', 'rollcall', options['before-chart'], ...values(own), ...file(options.values), ...WAIT)
  await helm('test', 'rollcall', '--timeout', '3m')
  const address = await ingressAddress('rollcall-public')
  return { open: { address, host: PUBLIC_HOST }, operator: { address, host: OPERATOR_HOST } }
}

/** Creates a key that may do everything, and users and courses for the load. */
async function fill(operator: Target): Promise<World> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await send(operator, method, path, { Authorization: `Bearer ${OPERATOR_TOKEN}` }, body)
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body}`)
    return JSON.parse(response.body) as T
  }
  // A route may lag behind the pods that it leads to.
  const first = () => call('PUT', `/admin/groups/${GROUP}/`, { name: 'Everyone', parentId: null })
  await until(first, { timeoutMs: 30_000 })
  const rows = Array.from({ length: USERS }, (_, i) => ({
    externalId: `load-${i}`,
    loginName: `load-${i}`,
    firstName: 'Load',
    lastName: String(i),
    email: `load-${i}@example.org`,
    groupIds: [GROUP],
  }))
  const results = await call<{ user: { id: number } }[]>('POST', '/admin/users/batch/', rows)
  const courseIds = Array.from({ length: COURSES }, (_, i) => FIRST_COURSE + i)
  for (const id of courseIds)
    await call('PUT', `/admin/courses/${id}/`, { name: `Load ${id}`, groupIds: [GROUP] })
  const key = await issueKey(call, 1, REQUESTS_PER_MINUTE)
  const literals = [`--from-literal=keyId=${key.keyId}`, `--from-literal=secret=${key.secret}`]
  await kubectl('create', 'secret', 'generic', SMOKE_KEY, ...literals)
  return { headers: headersOf(key), courseIds, userIds: results.map(({ user }) => user.id) }
}

/**
 * Runs `helm test` with a registration, of a user and a course that the load does not use, whose e-mail has
 * to be sent.
 */
async function smokeTest({ courseIds, userIds }: World, chart: string): Promise<string> {
  const apiKey = { name: SMOKE_KEY }
  const tests = { apiKey, courseId: courseIds.at(-1), userId: userIds.at(-1), register: true }
  await helm('upgrade', 'rollcall', chart, '--reset-then-reuse-values', ...values({ tests }), '--wait')
  return await helm('test', 'rollcall', '--logs', '--timeout', '3m')
}

/** Runs the command that the chart's notes give an operator. */
async function notedCurl(): Promise<string> {
  const notes = await helm('get', 'notes', 'rollcall')
  const [, script = ''] = /Read the contract, which needs no key:\n((?: {2}.*\n)+)/.exec(notes) ?? []
  return execFileSync('sh', ['-ec', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** How many e-mails the mailbox has for each registration; `Message-ID: <222.{registration}.{event}@…>`. */
async function mailsByRegistration(): Promise<ReadonlyMap<number, number>> {
  const api = `/api/v1/namespaces/${NAMESPACE}/services/backing-mailbox:page/proxy/api/v1/messages`
  const page = await getRaw(`${api}?limit=100000`)
  const { messages } = JSON.parse(page) as { messages: readonly { MessageID: string }[] }
  const mails = new Map<number, number>()
  for (const { MessageID } of messages) {
    const id = Number(/^<?222\.(\d+)\./.exec(MessageID)?.[1])
    mails.set(id, (mails.get(id) ?? 0) + 1)
  }
  return mails
}

async function countLosses(open: Target, { headers, courseIds }: World, load: ReturnType<typeof startLoad>) {
  const stored: string[] = []
  const ids = new Set<number>()
  for (const courseId of courseIds) {
    const { body } = await send(open, 'GET', `/registrations/?course_id=${courseId}&limit=1000`, headers)
    for (const { id, userId } of JSON.parse(body) as { id: number; userId: number }[]) {
      ids.add(id)
      stored.push(`${courseId}/${userId}`)
    }
  }
  const unmailed = async () => {
    const mails = await mailsByRegistration()
    return load.created.filter(({ id }) => !mails.has(id))
  }
  const allMailed = async () => {
    if ((await unmailed()).length > 0) throw new Error('e-mails are missing')
  }
  await until(allMailed, { timeoutMs: 90_000, everyMs: 2_000 }).catch(() => undefined)
  print(`      ${load.created.length} registrations created, ${ids.size} stored`)
  expect(load.lost.length === 0, `every create succeeded in the end ${load.lost.join('; ')}`)
  expect(
    load.created.every(({ id }) => ids.has(id)),
    'no registration is lost',
  )
  expect(new Set(stored).size === stored.length, 'no registration is doubled')
  expect((await unmailed()).length === 0, 'no e-mail is lost')
  const mails = await mailsByRegistration()
  print(`      doubled e-mails: ${[...mails.values()].filter((count) => count > 1).length}`)
}

async function main(): Promise<void> {
  const { tag, before = tag } = options
  if (tag === undefined || before === undefined) throw new CommandError(USAGE, 2)
  const began = Date.now()
  const { open, operator } = await install(before)
  const world = await fill(operator)
  const output = await smokeTest(world, options['before-chart'])
  expect(output.includes('"status":"sent"'), 'helm test registers a user, whose e-mail is sent')
  print(`      from helm install to helm test: ${((Date.now() - began) / 1_000).toFixed(0)} s`)
  const authorization = { Authorization: `Bearer ${OPERATOR_TOKEN}` }
  const groups = async (target: Target) => (await send(target, 'GET', '/admin/groups/', authorization)).status
  expect((await groups(operator)) === 200, 'operator operations are served on their own host')
  expect((await groups(open)) === 404, 'the public host leads to no operator operation')
  expect((await notedCurl()).startsWith('{"openapi"'), 'the curl of the notes works')

  const load = startLoad(open, world, Number(options['per-second']))
  const under = async (name: string, disturb: () => Promise<unknown>) => {
    await disturb()
    await sleep(CALM_MS)
    const { failed, text: summary } = load.takeAttempts()
    expect(failed === 0, `${name}: nothing fails (${summary})`)
  }
  await under('calm', () => Promise.resolve())
  // An annotation makes a new version of the same tag.
  const changes = { ...image(tag), podAnnotations: { 'rollcall.test/upgraded': 'true' } }
  const upgrade = ['upgrade', 'rollcall', join(CHARTS, 'rollcall'), '--reset-then-reuse-values'] as const
  await under('upgrade', () => helm(...upgrade, ...values(changes), ...WAIT))
  for (const service of SERVICE_NAMES)
    await under(`eviction of every pod of ${service}`, async () => {
      for (const { metadata } of await readyPods(service)) await evict(service, metadata.name, REPLICAS)
    })
  await under('kubectl scale, and an upgrade after it', async () => {
    await scaleTo(REPLICAS + 1)
    await helm(...upgrade, ...values({ podAnnotations: { 'rollcall.test/upgraded': 'again' } }), ...WAIT)
    expect(
      (await wantedPods()).every(({ replicas }) => replicas === REPLICAS),
      'the upgrade sets the number of its values',
    )
  })
  const replaceVertically = async () => {
    const count = REPLICAS * SERVICE_NAMES.length
    const wanted = await wantedPods()
    const isUnchanged = async () => isDeepStrictEqual(await wantedPods(), wanted)
    const pods = watchReadyPods()
    await startVerticalAutoscaling()
    await untilReplaced(count)
    const evictions = await countEvictions()
    expect(evictions === count, `the vertical autoscaler evicts each of the ${count} pods (${evictions})`)
    expect(await isUnchanged(), 'the vertical autoscaler changes no Deployment')
    await helm(...upgrade, ...values({ podAnnotations: { 'rollcall.test/upgraded': 'beside it' } }), ...WAIT)
    expect(await isUnchanged(), 'the upgrade beside it changes no requests')
    // The autoscaler's webhook may not know a new ReplicaSet in time; then its pod is evicted once more.
    await untilReplaced(count)
    await endVerticalAutoscaling()
    const least = await pods.end()
    expect(least >= REPLICAS - 1, `no service has more than one pod missing meanwhile (${least} are ready)`)
  }
  if (options.vpa) await under('a vertical autoscaler, and an upgrade beside it', replaceVertically)
  await under('switching autoscaling on, as configure.md says', async () => {
    const pods = watchReadyPods()
    keepReplicas()
    await helm(...upgrade, ...values({ replicas: null, autoscaling: { enabled: true } }), ...WAIT)
    const least = await pods.end()
    expect(least >= REPLICAS, `no service has fewer than its ${REPLICAS} pods meanwhile (${least})`)
  })
  await load.stop()
  await countLosses(open, world, load)

  if (!options.keep) await kubectl('delete', 'namespace', NAMESPACE, '--wait=false')
  if (broken.length > 0)
    throw new CommandError(`${broken.length} promises were broken:\n${broken.join('\n')}`)
}

process.exit(await main().then(() => 0, printError))
