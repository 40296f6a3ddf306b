import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readJson, writePrivately } from '../support/files.ts'
import { messageOf, Refusal } from '../support/refusal.ts'
import { PLACES } from './places.ts'

/** How another terminal talks to the running launcher: a loopback port and a token that only the owner can read. */
interface Address {
  readonly port: number
  readonly token: string
}

/** A command and what came of it, in words for a person. */
export type Handle = (command: string, name: string) => Promise<string>

const NOT_DONE = 422

/** Listens for commands until the returned function is called. */
export async function listenForCommands(handle: Handle): Promise<() => void> {
  const token = randomBytes(24).toString('base64url')
  const server: Server = createServer((request, response) => {
    const answer = (status: number, text: string): void => void response.writeHead(status).end(text)
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) return answer(403, 'Wrong token.')
    const [, command = '', name = ''] = (request.url ?? '').split('/')
    handle(command, name).then(
      (text) => answer(200, text),
      (fault: unknown) => answer(NOT_DONE, messageOf(fault)),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  writePrivately(PLACES.control, JSON.stringify({ port, token } satisfies Address))
  return () => {
    rmSync(PLACES.control, { force: true })
    server.close()
    server.closeAllConnections()
  }
}

/** Has the running launcher of this clone do something. @throws Refusal when none runs, or when it says no */
export async function command(name: string, part: string): Promise<string> {
  const address = readJson<Address>(PLACES.control)
  const answer =
    address === undefined
      ? undefined
      : await fetch(`http://127.0.0.1:${address.port}/${name}/${part}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${address.token}` },
        }).catch(() => undefined)
  if (answer === undefined) throw new Refusal('Nothing runs from this folder. Start it with: npm start')
  const text = await answer.text()
  if (!answer.ok) throw new Refusal(text)
  return text
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
