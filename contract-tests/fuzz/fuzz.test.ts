import { fuzz } from './fuzz.ts'
import { schemathesis } from '../../testing/schemathesis.ts'

/** The time that `npm test` fuzzes. `npm run fuzz` takes minutes. The same seed gives the same requests. */
const SECONDS = 6
const MAX_MS = 180_000
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2_147_483_648)

beforeAll(async () => {
  await schemathesis() // installed once, outside of the timeout of the test
}, 300_000)

it(
  `accepts and rejects requests as the contract says, and returns declared responses (S3), seed ${seed}`,
  async () => {
    const { ok, output } = await fuzz({ seconds: SECONDS, seed })
    if (!ok) throw new Error(`${output}\nto reproduce: npm run fuzz -- --seconds ${SECONDS} --seed ${seed}`)
  },
  MAX_MS,
)
