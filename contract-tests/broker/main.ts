/** `npm run broker -- publish|verify|can-i-deploy ENVIRONMENT|record ENVIRONMENT`: the way of pacts through a broker. */
import { explain, Refusal } from '../../scripts/support/refusal.ts'
import { start, withServers } from '../verify/providers.ts'
import { brokerOptions } from './options.ts'
import { canIDeploy, publish, record, verify, type StepContext } from './steps.ts'

const HELP = `npm run broker -- STEP

  publish                    give the broker the pacts of our consumers
  verify                     verify what the broker has for each service, and tell it the results
  can-i-deploy ENVIRONMENT   ask whether this version may go there (exit code 1: it may not)
  record ENVIRONMENT         tell the broker that this version is there now

PACT_BROKER_BASE_URL is the broker; PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, its credential.
PACT_VERSION and PACT_BRANCH default to the commit and the branch that are checked out.
`

async function run([step = '', environment]: readonly string[]): Promise<boolean> {
  const context = (): StepContext => ({
    options: brokerOptions(process.env),
    say: (text) => void process.stdout.write(text),
    start,
  })
  const there = (): string => {
    if (environment === undefined)
      throw new Refusal(`${step} needs the name of an environment.\n\n${HELP}`, 2)
    return environment
  }
  switch (step) {
    case 'publish':
      return await publish(context())
    case 'verify': {
      const asked = context()
      return await withServers(() => verify(asked))
    }
    case 'can-i-deploy':
      return await canIDeploy(context(), there())
    case 'record':
      return await record(context(), there())
    default:
      throw new Refusal(HELP, 2)
  }
}

process.exitCode = await run(process.argv.slice(2)).then((done) => (done ? 0 : 1), explain)
