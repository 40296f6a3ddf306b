/** `npm run generate`: writes the generated folders anew from the contract. */
import { generate } from './generate.ts'
import { root } from './paths.ts'
import { hasJava } from './tools.ts'

const clients = await hasJava()
await generate({ target: root, clients, say: (line) => console.log(`writing ${line}`) })
if (!clients) {
  console.error('The clients were not written: openapi-generator needs Java 11 or newer, and there is none here.')
  process.exitCode = 1
}
