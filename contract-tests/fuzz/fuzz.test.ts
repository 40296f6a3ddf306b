import { fuzz } from './fuzz.ts'
import { schemathesis } from './schemathesis.ts'

/** `npm test` fuzzes for so long; `npm run fuzz` for minutes, with the same requests for the same seed. */
const SECONDS = 10
const MAX_MS = 180_000
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2_147_483_648)

beforeAll(async () => {
  await schemathesis() // installed once, before the clock of the test runs
}, 300_000)

it(
  `takes what the contract takes, refuses what it refuses, and answers what it declares (S3), seed ${seed}`,
  async () => {
    const { ok, output } = await fuzz({ seconds: SECONDS, seed })
    if (!ok) throw new Error(`${output}\nto reproduce: npm run fuzz -- --seconds ${SECONDS} --seed ${seed}`)
  },
  MAX_MS,
)
