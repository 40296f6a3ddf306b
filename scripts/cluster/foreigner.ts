import { kubectl, NAMESPACE, nodeIn } from './commands.ts'
import { allPods, nameOf, startIdle } from './pods.ts'

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
  const redis = endpoints.filter((endpoint) => endpoint.endsWith(':6379'))
  if ((await nodeIn('killer', TRY, ...redis)).trim() === '')
    throw new Error('not even a pod of the same namespace gets through')
  await kubectl('create', 'namespace', FOREIGN)
  try {
    await startIdle(FOREIGN, 'foreigner', image, {}, {})
    const inPod = ['--namespace', FOREIGN, 'foreigner', '--', 'node', '-e']
    const said = await kubectl('exec', ...inPod, TRY, ...endpoints)
    return said.split(/\s+/).filter((one) => one !== '')
  } finally {
    await kubectl('delete', 'namespace', FOREIGN, '--wait=false')
  }
}
