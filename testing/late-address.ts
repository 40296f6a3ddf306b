import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** An address that is known before the server behind it has started: two services that call each other need one. */
export async function lateAddress() {
  const sockets = new Set<Socket>()
  let target = 0
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: '127.0.0.1', port: target, noDelay: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadsTo(url: string) {
      target = Number(new URL(url).port)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
