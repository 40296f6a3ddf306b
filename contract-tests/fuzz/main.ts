import { readArguments } from '../../local/support/arguments.ts'
import { printError } from '../../local/support/command-error.ts'
import { withServers } from '../verify/servers.ts'

const USAGE = `npm run fuzz -- [--seconds 240] [--seed N] [--only PATTERN]
  Sends the services valid and invalid requests for this time; only to operations whose id matches
  the pattern.
`
const { values } = readArguments(USAGE, {
  options: {
    seconds: { type: 'string', default: '240' },
    seed: { type: 'string', default: String(Date.now() % 2_147_483_648) },
    only: { type: 'string' },
  },
})

process.exitCode = await withServers(async () => {
  const { fuzz } = await import('./fuzz.ts')
  const { ok } = await fuzz({
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    ...(values.only === undefined ? {} : { only: values.only }),
    print: (text) => void process.stdout.write(text),
  })
  const again = `npm run fuzz -- --seconds ${values.seconds} --seed ${values.seed}`
  process.stdout.write(`\nseed ${values.seed}; ${ok ? 'the same again' : 'to reproduce'}: ${again}\n`)
  return ok ? 0 : 1
}).catch(printError)
