import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What a client says about itself is among the first bytes that it sends. */
const GREETING_LENGTH = 1_000

/**
 * A proxy to a server. It can be cut, frozen, slowed and healed, while the server serves other tests. Of
 * several servers each new connection leads to the first that is listening.
 */
export async function tcpProxy(targetUrl: string, ...others: readonly string[]) {
  let targets = [targetUrl, ...others]
  const pairs = new Set<readonly [Socket, Socket]>()
  let mode: 'open' | 'frozen' | 'cut' = 'open'
  let frozenText = ''
  let lateMs = 0
  let changed = (chunk: Buffer): Buffer => chunk
  // Without delay: a small response would otherwise wait 40 ms for the other side's acknowledgement.
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    if (mode === 'cut') return void client.destroy()
    client.on('error', () => client.destroy())
    void firstListening(targets).then((upstream) => {
      if (upstream === undefined) return client.destroy()
      const pair = [client, upstream] as const
      pairs.add(pair)
      const end = () => {
        pairs.delete(pair)
        client.destroy()
        upstream.destroy()
      }
      for (const socket of pair) socket.on('error', end).on('close', end)
      if (mode === 'cut' || client.destroyed) return end()
      let sent = ''
      const isOpen = () => mode === 'open' || !sent.includes(frozenText)
      client.on('data', (chunk: Buffer) => {
        if (sent.length < GREETING_LENGTH) sent += chunk.toString('latin1')
        if (isOpen()) upstream.write(chunk)
      })
      upstream.on('data', (chunk: Buffer) => {
        if (!isOpen()) return
        const reply = changed(chunk)
        if (lateMs > 0) setTimeout(() => client.write(reply), lateMs)
        else client.write(reply)
      })
      return client.resume()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const dropAll = () => {
    for (const [client] of [...pairs]) client.destroy()
  }
  return {
    url: url.href.replace(/\/$/, ''),
    host: url.host,
    /** Leads new connections to a server that was not known before. */
    leadTo(url: string) {
      targets = [url]
    },
    /** How many connections are open. */
    connections: () => pairs.size,
    /** Closes all connections and accepts no new ones. */
    cut() {
      mode = 'cut'
      dropAll()
    },
    /**
     * Connections stay open and transport nothing, like a server that hangs. With a text only those that have
     * begun with it, for example with their name.
     */
    freeze(text = '') {
      mode = 'frozen'
      frozenText = text
    },
    /** Changes what the server sends, chunk by chunk. */
    change(how: (chunk: Buffer) => Buffer) {
      changed = how
    },
    /** The delay of each response. */
    slow(ms: number) {
      lateMs = ms
    },
    heal() {
      mode = 'open'
      lateMs = 0
      dropAll()
    },
    async stop() {
      dropAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function firstListening([url, ...others]: readonly string[]): Promise<Socket | undefined> {
  if (url === undefined) return undefined
  const { port, hostname: host } = new URL(url)
  const socket = connect({ port: Number(port), host, noDelay: true })
  return once(socket, 'connect').then(
    () => socket,
    () => firstListening(others),
  )
}
