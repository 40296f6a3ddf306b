import { kubectl, NAMESPACE, nodeIn, post } from './commands.ts'
import { allPods, nameOf } from './pods.ts'

/** Ports that no route leads to, of the services and of the servers behind them. */
const CLOSED: Readonly<Record<string, readonly number[]>> = {
  registration: [9090],
  user: [8081, 9090],
  notification: [8081, 9090],
  mongodb: [27017],
  redis: [6379],
  rabbitmq: [5672],
}
const FOREIGN = `${NAMESPACE}-foreign`
const there = ['--namespace', FOREIGN]

/** Prints those of the endpoints that take a connection. */
const TRY = `
const { connect } = require('node:net')
const opens = (endpoint) => new Promise((resolve) => {
  const [host, port] = endpoint.split(':')
  const socket = connect(Number(port), host, () => resolve(endpoint)).setTimeout(3000, () => resolve(''))
  socket.on('error', () => resolve(''))
})
Promise.all(process.argv.slice(1).map(opens)).then((found) => {
  console.log(found.join(' ').trim())
  process.exit()
})`

/** What a pod of another namespace gets through to. @throws Error when not even a pod of ours does, for then nothing is proven */
export async function openToForeigners(image: string): Promise<readonly string[]> {
  const endpoints = (await allPods()).flatMap((pod) =>
    (CLOSED[nameOf(pod)] ?? []).map((port) => `${pod.status.podIP}:${port}`),
  )
  const servers = (await allPods())
    .filter((pod) => nameOf(pod) === 'redis')
    .map((pod) => `${pod.status.podIP}:6379`)
  if ((await nodeIn('killer', TRY, ...servers)).trim() === '')
    throw new Error('not even a pod of the same namespace gets through')
  await kubectl('create', 'namespace', FOREIGN)
  try {
    const command = ['node', '-e', 'setInterval(() => undefined, 60000)']
    const spec = { containers: [{ name: 'foreigner', image, command }] }
    const metadata = { name: 'foreigner', namespace: FOREIGN }
    await post(`/api/v1/namespaces/${FOREIGN}/pods`, { apiVersion: 'v1', kind: 'Pod', metadata, spec })
    await kubectl('wait', ...there, '--for=condition=Ready', 'pod/foreigner', '--timeout=60s')
    const said = await kubectl('exec', ...there, 'foreigner', '--', 'node', '-e', TRY, ...endpoints)
    return said.split(/\s+/).filter((one) => one !== '')
  } finally {
    await kubectl('delete', 'namespace', FOREIGN, '--wait=false')
  }
}
