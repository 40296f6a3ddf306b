/** Verifies once what its parent process asks for, and tells the result, which is JSON, as a message. */
import pact, { type VerifierOptions } from '@pact-foundation/pact-core'

process.once('message', (options: VerifierOptions) => {
  pact.default
    .verifyPacts(options)
    .catch((failure: Error) => failure.message)
    .then((result) => process.send?.(result, () => process.disconnect()))
    .catch(() => process.exit(1))
})
