import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'

/** One address for several processes: each new connection leads to the first that is listening. */
export async function balance(port: number, targets: readonly number[]): Promise<Server> {
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (near) => {
    near.on('error', () => near.destroy())
    void firstListening(targets).then((far) =>
      far ? pipeline(near, far, near, () => undefined) : near.destroy(),
    )
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function firstListening([target, ...others]: readonly number[]): Promise<Socket | undefined> {
  if (target === undefined) return undefined
  const socket = connect({ port: target, host: '127.0.0.1', noDelay: true })
  return once(socket, 'connect').then(
    () => socket,
    () => firstListening(others),
  )
}
