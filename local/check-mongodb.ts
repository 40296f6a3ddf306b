/** `npm run check -- mongodb URL`: reports whether Rollcall can use a MongoDB, and if not, why. */
import { commonVariables } from '../services/platform/config.ts'
import { trustPrivateCa } from '../services/platform/process/ca.ts'
import { printError, CommandError } from './support/command-error.ts'
import { hostsOf } from './support/mongodb-url.ts'
import { readVariable } from './backing/read-variable.ts'
import { requireUsableMongodb } from './backing/mongodb-check.ts'

const USAGE = `npm run check -- mongodb URL
  Tries everything that Rollcall needs from a MongoDB, in its own database that it drops. Without URL it takes
  MONGODB_URL. CA_FILE names the certificate of a private authority.
`

try {
  const { env } = process
  const [MONGODB_URL = env['MONGODB_URL']] = process.argv.slice(2)
  if (!MONGODB_URL || MONGODB_URL.startsWith('-')) throw new CommandError(USAGE, 2)
  const url = readVariable(commonVariables.mongodbUrl, { ...env, MONGODB_URL })
  trustPrivateCa(readVariable(commonVariables.caFile, env))
  await requireUsableMongodb(url)
  process.stdout.write(`Rollcall can use the MongoDB at ${hostsOf(url)}.\n`)
} catch (error) {
  process.exitCode = printError(error)
}
