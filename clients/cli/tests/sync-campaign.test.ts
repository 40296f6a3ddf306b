/** `npm run test:sync`: 3,000 people in two courses, and a command whose process is killed. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { settings } from '../../../testing/clients/command.ts'
import { rosterCampaign } from '../../../testing/clients/roster-campaign.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../../testing/notification/mail-server.ts'

const ROOT = join(__dirname, '../../..')
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc')
const WITHIN_MS = 600_000
jest.setTimeout(4 * WITHIN_MS)

let mails: MailServer
const system = wholeSystem({
  wayTo: async (name, url) => (name === 'smtp' ? (mails = await startMailServer()).url : url),
})
beforeAll(() => promisify(execFile)(process.execPath, [COMPILER, '-b', 'clients/cli'], { cwd: ROOT }))
afterAll(() => mails.stop())

it('keeps two courses equal to a roster of 3,000 people through kills, with one e-mail for each new registration', async () => {
  const env = settings(system, await system.aKey())
  await rosterCampaign({
    system,
    env,
    mails,
    group: 1,
    courses: [101, 102],
    people: 3_000,
    leavers: 40,
    joiners: 60,
    withinMs: WITHIN_MS,
    async kill(args, folder) {
      const main = join(ROOT, 'clients/cli/dist/src/main.js')
      const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: { ...process.env, ...env } })
      const ended = once(child, 'exit')
      // By the e-mails, because asking for the registrations all the time would slow the services down.
      const before = mails.received.length
      await eventually(() => expect(mails.received.length).toBeGreaterThan(before), WITHIN_MS)
      child.kill('SIGKILL')
      expect(await ended).toEqual([null, 'SIGKILL'])
    },
  })
})
