import type { ServiceName } from '../../services/shared/contract/operation.ts'
import { PACTS } from '../pact/folder.ts'
import { STATES } from '../providers/states/all.ts'
import type { StartProvider } from '../verify/outsider.ts'
import { verifyFrom } from '../verify/verify.ts'
import { brokerCli } from './cli.ts'
import type { BrokerOptions } from './options.ts'

export interface StepContext {
  readonly options: BrokerOptions
  readonly say: (text: string) => void
  readonly start: StartProvider
}

const SERVICES = Object.keys(STATES) as ServiceName[]

/** Gives the broker the pacts of our own consumers. */
export const publish = ({ options, say }: StepContext): Promise<boolean> =>
  brokerCli(
    options,
    ['publish', PACTS, '--consumer-app-version', options.version, '--branch', options.branch],
    say,
  )

/** Verifies what the broker has for each service, and tells it the results. */
export async function verify({ options, say, start }: StepContext, services = SERVICES): Promise<boolean> {
  let kept = true
  for (const service of services) {
    const provider = await start(service)
    try {
      const { ok, output } = await verifyFrom(provider, {
        pactBrokerUrl: options.url,
        consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
        providerVersion: options.version,
        providerVersionBranch: options.branch,
        publishVerificationResult: true,
      })
      say(`${output}\n`)
      kept &&= ok
    } finally {
      await provider.stop()
    }
  }
  return kept
}

/** May this version go where these versions of the others are? */
export async function canIDeploy({ options, say }: StepContext, environment: string): Promise<boolean> {
  const about = (service: string) => ['--pacticipant', service, '--version', options.version]
  let deployable = true
  for (const service of SERVICES)
    deployable =
      (await brokerCli(options, ['can-i-deploy', ...about(service), '--to-environment', environment], say)) &&
      deployable
  return deployable
}

/** Tells the broker that this version is there now. */
export async function record(
  { options, say }: StepContext,
  environment: string,
  services = SERVICES,
): Promise<boolean> {
  for (const service of services) {
    const about = ['--pacticipant', service, '--version', options.version, '--environment', environment]
    if (!(await brokerCli(options, ['record-deployment', ...about], say))) return false
  }
  return true
}
