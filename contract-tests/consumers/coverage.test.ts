import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ourContract } from '../agreement/ours.ts'
import { declaredPairs, pairsOf } from '../agreement/pairs.ts'
import { PACTS } from '../pact/folder.ts'
import { readPact } from '../pact/pact.ts'

/** What the contract declares and no pact can bring about, with the reason. */
const OUT_OF_REACH: readonly { readonly pair: RegExp; readonly reason: string }[] = [
  {
    pair: /^getContract 500$/,
    reason: 'it answers from memory: no store is asked that could fail',
  },
  {
    pair: /^(verifyCredential|resolveUsers) 415$/,
    reason: 'the only consumer is a generated client, which sends nothing but JSON',
  },
  {
    pair: / 413$/,
    reason:
      'the body would have to stand in the pact, 100 kB to 1 MB of it; the services’ own tests send one',
  },
]

const contract = ourContract()
const pacts = readdirSync(PACTS).map((name) => readPact(join(PACTS, name)))
const covered = pairsOf(contract, pacts)

describe.each(['public', 'internal'])('%s operations', (audience) => {
  const declared = declaredPairs(contract, audience)
  const missing = declared.filter((pair) => !covered.has(pair))
  const met = declared.length - missing.length

  it(`have ${met} of their ${declared.length} pairs of operation and status in a pact, and a reason for the rest`, () => {
    expect(missing.filter((pair) => !OUT_OF_REACH.some(({ pair: each }) => each.test(pair)))).toEqual([])
  })
})

it('every reason why a pair is in no pact is still needed', () => {
  const declared = ['public', 'internal'].flatMap((audience) => declaredPairs(contract, audience))
  for (const { pair } of OUT_OF_REACH)
    expect(declared.some((each) => pair.test(each) && !covered.has(each))).toBe(true)
})
