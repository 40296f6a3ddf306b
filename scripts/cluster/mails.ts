import { until } from '../support/wait.ts'
import { nodeIn } from './commands.ts'
import type { Created } from './load.ts'

interface Mail {
  readonly messageId: string
}

/** The raw log of everything that the mailbox has ever accepted. */
async function readLog(): Promise<readonly Mail[]> {
  const text = await nodeIn(
    'backing-mailbox-0',
    'require("node:fs").createReadStream("/data/mails.ndjson").pipe(process.stdout)',
  )
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Mail)
}

export interface MailCount {
  readonly mails: number
  /** Registrations without an e-mail. */
  readonly lost: readonly number[]
  /** Registrations with more than one. */
  readonly doubled: readonly number[]
}

/** `Message-ID: <222.{registration}.{event}@…>` */
const REGISTRATION = /^<222\.(\d+)\./

/** Waits until every registration has its e-mail, or for as long as one may take, and counts. */
export async function countMails(created: readonly Created[]): Promise<MailCount> {
  let count: MailCount = { mails: 0, lost: [], doubled: [] }
  await until(
    async () => {
      count = compare(created, await readLog())
      if (count.lost.length > 0) throw new Error('not all yet')
    },
    { timeoutMs: 90_000, everyMs: 2_000 },
  ).catch(() => undefined)
  return count
}

function compare(created: readonly Created[], mails: readonly Mail[]): MailCount {
  const perRegistration = new Map<number, number>()
  for (const { messageId } of mails) {
    const id = Number(REGISTRATION.exec(messageId)?.[1])
    perRegistration.set(id, (perRegistration.get(id) ?? 0) + 1)
  }
  return {
    mails: mails.length,
    lost: created.filter(({ id }) => !perRegistration.has(id)).map(({ id }) => id),
    doubled: [...perRegistration].filter(([, times]) => times > 1).map(([id]) => id),
  }
}
