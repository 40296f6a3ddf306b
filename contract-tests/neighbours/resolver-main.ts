/** Starts what `npm start` starts, with servers that it finds by name, and prints what it does meanwhile. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { startBacking } from '../../local/backing/index.ts'
import { launch } from '../../local/launcher.ts'
import { PATHS, type RunFile } from '../../local/paths.ts'
import { startGuardian } from '../../local/processes/guardian.ts'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { uncheckedClient } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { untilSent } from './registration.ts'
import { startResolver } from './resolver.ts'

const RESOLVER_PORT = Number(process.argv[2])
/** Nothing responds there, not even with a refusal. */
const DEAD = '2001:db8::9'
const PATIENCE_MS = 120_000

const guardian = startGuardian()
const progress = createProgressReporter((text) => process.stderr.write(text))
const backing = await startBacking({ dir: join(PATHS.local, 'servers'), progress, guardian })
const names = Object.keys(backing.urls)
const ports = Object.values(backing.urls).map((url) => Number(new URL(url).port))

/** Leads from another address of this machine to the servers. */
async function serversAt(address: string) {
  const sockets = new Set<Socket>()
  const listeners = ports.map((port) =>
    createServer((client) => {
      const upstream = connect(port, '127.0.0.1')
      client.pipe(upstream).pipe(client)
      for (const socket of [client, upstream]) {
        sockets.add(socket)
        socket.on('error', () => undefined).on('close', () => [client, upstream].map((one) => one.destroy()))
      }
    }).listen(port, address),
  )
  await Promise.all(listeners.map((one) => once(one, 'listening')))
  const cut = () => sockets.forEach((socket) => socket.destroy())
  return {
    cut,
    leave() {
      for (const one of listeners) one.close()
      cut()
    },
  }
}

/** The mail server does not move: nodemailer keeps an address for five minutes. */
const resolverOf = (address: string) =>
  startResolver(
    names.flatMap((name) => [
      `${name}.example. 1 A ${name === 'smtp' ? '127.0.0.1' : address}`,
      `${name}.example. 1 AAAA ${DEAD}`,
    ]),
    RESOLVER_PORT,
    guardian,
  )

let servers = await serversAt('127.0.0.2')
let resolver = await resolverOf('127.0.0.2')
const variables = Object.entries(backing.urls).map(([name, url]) => [
  `${name.toUpperCase()}_URL`,
  url.replace('127.0.0.1', `${name}.example`),
])
const options = { port: 8080, reset: false, watch: false, traces: false, help: false }
const env = { ...process.env, ...(Object.fromEntries(variables) as Record<string, string>) }
// It waits three seconds for a server, which a busy machine and the dead address may use up.
const { stop } = await eventually(() => launch(options, env, guardian, progress), PATIENCE_MS)
const { baseUrl, apiKey, apiSecret, healthUrls } = JSON.parse(readFileSync(PATHS.runFile, 'utf8')) as RunFile
const caller = uncheckedClient(baseUrl, { 'x-api-key': apiKey, 'x-api-secret': apiSecret })
const unavailable = async () =>
  Promise.all(
    Object.values(healthUrls).map(async (url) => {
      const { body } = await uncheckedClient(url).get('/readyz')
      return (body as { away: string[] }).away
    }),
  ).then((all) => [...new Set(all.flat())].toSorted())
let people = 0
/** @returns the status of the e-mail about a new registration */
async function register() {
  const loginName = `resolver-${++people}`
  const person = { loginName, firstName: 'A', lastName: 'B', email: `${loginName}@example.org` }
  return eventually(async () => {
    const { body: user } = await caller.post('/users/', person)
    const { body, status } = await caller.post('/registrations/', { courseId: 101, userId: user.id })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.id as number
  }, PATIENCE_MS)
}
const sent = (id: number) => untilSent(caller, id, PATIENCE_MS)
try {
  const withDeadAddress = await sent(await register())
  await resolver.stop()
  const inOpenConnections = await register()
  servers.cut()
  const awayWithoutResolver = await eventually(async () => {
    const away = await unavailable()
    if (away.length < 3) throw new Error(`only ${away.join()}`)
    return away
  }, PATIENCE_MS)
  servers.leave()
  servers = await serversAt('127.0.0.3')
  resolver = await resolverOf('127.0.0.3')
  const afterwards = [await sent(inOpenConnections), await sent(await register())]
  console.log(JSON.stringify({ withDeadAddress, awayWithoutResolver, afterwards }))
} finally {
  await stop()
  servers.leave()
  await resolver.stop()
  await backing.stop()
  await guardian.release()
}
