import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PactV4 } from '@pact-foundation/pact'
import { normalised } from './normalise.ts'
import { PACTS, readPact } from './pact.ts'

process.env['PACT_DO_NOT_TRACK'] = 'true'

/** Set by `npm run generate -- pacts`: the pacts are written instead of compared. */
const WRITE = process.env['WRITE_PACTS'] === 'true'

/**
 * The pact of two services, which the tests of the file write. After them it must equal the committed one.
 */
export function pactBetween(consumer: string, provider: string): PactV4 {
  const name = `${consumer}-${provider}.json`
  const folder = mkdtempSync(join(tmpdir(), 'pact-'))
  const pact = new PactV4({ consumer, provider, dir: folder, logLevel: 'error' })
  afterAll(async () => {
    const written = await normalised(readPact(join(folder, name)))
    rmSync(folder, { recursive: true })
    if (WRITE) writeFileSync(join(PACTS, name), written)
    else if (readFileSync(join(PACTS, name), 'utf8') !== written)
      throw new Error(
        `generated/pacts/${name} is not what these tests say: run \`npm run generate -- pacts\``,
      )
  })
  return pact
}
