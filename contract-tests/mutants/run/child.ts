import { serversAlreadyUp } from '../../../scripts/test/start-servers.ts'
import { SERVERS_VARIABLE } from '../../../scripts/test/servers.ts'

/** The other end of `inChild`: does one job, hands over its result, and ends. */
export function answering<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.env[SERVERS_VARIABLE] ??= JSON.stringify(serversAlreadyUp())
  process.once('message', (job) => {
    work(job as Job).then(
      (result) => process.send?.({ result }, () => process.exit()),
      (error: unknown) => process.send?.({ error: describe(error) }, () => process.exit(1)),
    )
  })
}

export const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))
