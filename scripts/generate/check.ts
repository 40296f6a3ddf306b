/** `npm run check:generated`: fails, naming the files, when the generated folders are not what the contract gives. */
import { compareWith } from './compare.ts'
import { generate } from './generate.ts'
import { withScratch } from './scratch.ts'
import { exitWith, hasJava } from './tools.ts'

await withScratch(async (fresh) => {
  const clients = await hasJava()
  await generate(fresh, { clients })
  const differences = await compareWith(fresh, { clients })
  for (const { file, fault } of differences) console.error(`${file}: ${fault}`)
  if (differences.length > 0) throw new Error('Run `npm run generate` and commit what it writes.')
  if (!clients) {
    const skipped =
      'The clients were not checked: openapi-generator needs Java 11 or newer, and there is none.'
    if (process.env.CI === 'true') throw new Error(skipped)
    console.error(skipped)
  }
  console.log('The generated files follow from the contract.')
}).catch(exitWith)
