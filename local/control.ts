import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readJson } from './support/files.ts'
import { messageOf, CommandError } from './support/command-error.ts'
import { PATHS } from './paths.ts'
import { isRunning } from './processes/group.ts'
import type { Guardian } from './processes/guardian.ts'
import type { ProgressReporter } from './progress-reporter.ts'
import { LOOPBACK, LOOPBACK_HOST } from './support/loopback.ts'

/**
 * What the control file holds: how another terminal reaches the running launcher. Its address contains a
 * secret.
 */
interface Control {
  readonly url: string
  readonly baseUrl: string
  readonly guardianPid: number
}

/** Runs a command. @returns a text about its result */
export type Handle = (command: string, name: string) => Promise<string>

const FAILED = 422
const RESPONSE_MS = 10_000
/** A guardian stops the processes a few seconds after its launcher was killed. */
const CLEAN_UP_MS = 15_000

const digest = (text = '') => hash('sha256', text, 'buffer')

/**
 * Makes this process the only launcher of the checkout, and listens for commands until the returned function
 * is called.
 * @throws CommandError while another one is running
 */
export async function takeControl(
  baseUrl: string,
  handle: Handle,
  guardian: Guardian,
  progress: ProgressReporter,
  file: string = PATHS.control,
): Promise<() => void> {
  if (existsSync(file)) {
    await requireEnded(readJson<Control>(file), progress)
    rmSync(file, { force: true })
  }

  const secret = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    const [, given, command = '', name = ''] = (request.url ?? '').split('/')
    const respond = (status: number, text: string): void => void response.writeHead(status).end(text)
    if (!timingSafeEqual(digest(given), digest(secret))) return respond(404, '')
    if (command === '') return respond(200, 'running')
    handle(command, name).then(
      (text) => respond(200, text),
      (error: unknown) => respond(FAILED, messageOf(error)),
    )
  })
  await once(server.listen(0, LOOPBACK), 'listening')
  const url = `http://${LOOPBACK_HOST}:${(server.address() as AddressInfo).port}/${secret}`
  const control: Control = { url, baseUrl, guardianPid: guardian.pid }
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(control), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    server.close()
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CommandError('Another command is starting Rollcall from this folder.')
  }
  guardian.watch(file)
  return () => {
    rmSync(file, { force: true })
    guardian.forget(file)
    server.close()
    server.closeAllConnections()
  }
}

async function requireEnded(control: Control | undefined, progress: ProgressReporter): Promise<void> {
  if (control === undefined) return
  const { url, baseUrl, guardianPid } = control
  const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_MS) }).catch(() => undefined)
  if (response?.ok === true)
    throw new CommandError(
      `Rollcall is already running from this folder: ${baseUrl}.\n` +
        'Stop it with Ctrl-C in its terminal first. A second copy needs a second checkout and another PORT.',
    )
  const deadline = Date.now() + CLEAN_UP_MS
  await progress.runStep('launcher', 'waiting for the processes of a killed run to end', async () => {
    while (isRunning(guardianPid, 'guardian-main') && Date.now() < deadline) await sleep(100)
  })
}

/**
 * Sends a command to the running launcher of this checkout. @throws CommandError when none is running, or
 * when it fails
 */
export async function sendCommand(command: string, name: string): Promise<string> {
  const url = readJson<Control>(PATHS.control)?.url
  const response = url && (await fetch(`${url}/${command}/${name}`).catch(() => undefined))
  if (!response) throw new CommandError('Rollcall is not running from this folder. Start it with: npm start')
  const text = await response.text()
  if (!response.ok) throw new CommandError(text)
  return text
}
