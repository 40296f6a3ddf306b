/** `npm run check -- mongodb URL`: reports whether Rollcall can use a MongoDB, and if not, why. */
import { printError, CommandError } from './support/command-error.ts'
import { hostsOf } from './support/mongodb-url.ts'
import { trustCaFile } from './backing/index.ts'
import { requireUsableMongodb } from './backing/mongodb-check.ts'

const USAGE = `npm run check -- mongodb URL
  Tries everything that Rollcall needs from a MongoDB, in its own database that it drops. Without URL it takes
  MONGODB_URL. CA_FILE names the certificate of a private authority.
`

try {
  const { MONGODB_URL, CA_FILE } = process.env
  const [url = MONGODB_URL] = process.argv.slice(2)
  if (!url || url.startsWith('-')) throw new CommandError(USAGE, 2)
  trustCaFile(CA_FILE)
  await requireUsableMongodb(url)
  process.stdout.write(`Rollcall can use the MongoDB at ${hostsOf(url)}.\n`)
} catch (error) {
  process.exitCode = printError(error)
}
