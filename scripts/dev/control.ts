import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readJson } from '../support/files.ts'
import { messageOf, Refusal } from '../support/refusal.ts'
import { PLACES } from './places.ts'
import { isRunning } from './processes/group.ts'
import type { Guardian } from './processes/guardian.ts'
import type { Report } from './report.ts'

/** How another terminal talks to the running launcher: an address with a secret in it, in a file for its owner alone. */
interface Holder {
  readonly url: string
  readonly baseUrl: string
  readonly guardian: number
}

/** A command and what came of it, in words for a person. */
export type Handle = (command: string, name: string) => Promise<string>

const NOT_DONE = 422
/** A launcher that runs answers at once, unless its machine is very busy. */
const ANSWER_MS = 10_000
/** A guardian needs a few seconds after its launcher was killed. */
const CLEAN_UP_MS = 15_000

const digest = (text = '') => hash('sha256', text, 'buffer')

/**
 * Makes this the one launcher of the clone, and listens for commands until the returned function is called.
 * @throws Refusal while another one runs
 */
export async function takeControl(
  baseUrl: string,
  handle: Handle,
  guardian: Guardian,
  report: Report,
  file: string = PLACES.control,
): Promise<() => void> {
  if (existsSync(file)) {
    await requireEnded(readJson<Holder>(file), report)
    rmSync(file, { force: true })
  }

  const secret = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    const [, given, command = '', name = ''] = (request.url ?? '').split('/')
    const answer = (status: number, text: string): void => void response.writeHead(status).end(text)
    if (!timingSafeEqual(digest(given), digest(secret))) return answer(404, '')
    if (command === '') return answer(200, 'It runs.')
    handle(command, name).then(
      (text) => answer(200, text),
      (fault: unknown) => answer(NOT_DONE, messageOf(fault)),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`
  const self: Holder = { url, baseUrl, guardian: guardian.pid }
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(self), { flag: 'wx', mode: 0o600 })
  } catch (fault) {
    server.close()
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
    throw new Refusal('Rollcall is just being started from this folder by another command.')
  }
  guardian.watch(file)
  return () => {
    rmSync(file, { force: true })
    guardian.forget(file)
    server.close()
    server.closeAllConnections()
  }
}

async function requireEnded(holder: Holder | undefined, report: Report): Promise<void> {
  if (holder === undefined) return
  const { url, baseUrl, guardian } = holder
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined)
  if (answer?.ok === true)
    throw new Refusal(
      `Rollcall already runs from this folder: ${baseUrl}.\n` +
        'Stop it with Ctrl-C in its terminal first. A second copy needs a second clone and another PORT.',
    )
  const deadline = Date.now() + CLEAN_UP_MS
  await report.during('launcher', 'waiting for the remains of a killed run to end', async () => {
    while (isRunning(guardian, 'guardian-main') && Date.now() < deadline) await sleep(100)
  })
}

/** Has the running launcher of this clone do something. @throws Refusal when none runs, or when it says no */
export async function command(name: string, part: string): Promise<string> {
  const url = readJson<Holder>(PLACES.control)?.url
  const answer = url === undefined ? undefined : await fetch(`${url}/${name}/${part}`).catch(() => undefined)
  if (answer === undefined) throw new Refusal('Nothing runs from this folder. Start it with: npm start')
  const text = await answer.text()
  if (!answer.ok) throw new Refusal(text)
  return text
}
