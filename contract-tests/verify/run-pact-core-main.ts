/** Verifies the pacts that the parent process sends, and sends the result (JSON) back. */
import pact, { type VerifierOptions } from '@pact-foundation/pact-core'

process.once('message', (options: VerifierOptions) => {
  pact.default
    .verifyPacts(options)
    .catch((failure: Error) => failure.message)
    .then((result) => process.send?.(result, () => process.disconnect()))
    .catch(() => process.exit(1))
})
