import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { startWorld, type World } from './world.ts'

const ROOT = join(__dirname, '../..')
const COLLECTION = join(ROOT, 'clients/postman/generated/rollcall.postman_collection.json')
const NEWMAN = join(ROOT, 'node_modules/newman/bin/newman.js')

interface Item {
  name: string
  item?: Item[]
  request?: { method: string }
}
interface Report {
  run: { executions: { item: { name: string }; response?: { code: number } }[] }
}

describe('the Postman collection, run by newman', () => {
  let world: World
  let folder: string
  beforeAll(async () => {
    world = await startWorld(contract as unknown as OpenApiDocument)
    folder = await mkdtemp(join(tmpdir(), 'rollcall-newman-'))
  }, 120_000)
  afterAll(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** The statuses by the names of the requests. */
  async function run(names: readonly string[]): Promise<Record<string, number | undefined>> {
    const { 'x-api-key': apiKey, 'x-api-secret': apiSecret } = world.credentials.caller
    const variables = { baseUrl: world.publicUrl, apiKey, apiSecret }
    const report = join(folder, 'report.json')
    await promisify(execFile)(process.execPath, [
      ...[NEWMAN, 'run', COLLECTION, '--reporters', 'json', '--reporter-json-export', report],
      ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
      ...names.flatMap((name) => ['--folder', name]),
    ])
    const { executions } = (JSON.parse(await readFile(report, 'utf8')) as Report).run
    return Object.fromEntries(executions.map(({ item, response }) => [item.name, response?.code]))
  }

  it('reads everything', async () => {
    await world.goTo('registered')
    const { item } = JSON.parse(await readFile(COLLECTION, 'utf8')) as { item: Item[] }
    const requests = (items: Item[]): Item[] =>
      items.flatMap((one) => (one.item ? requests(one.item) : [one]))
    const reads = requests(item).filter(({ request }) => request?.method === 'GET')
    const names = reads.map(({ name }) => name)
    expect(names).toHaveLength(9)
    expect(await run(names)).toEqual(Object.fromEntries(names.map((name) => [name, 200])))
  }, 60_000)

  it('registers, by the names that the examples have', async () => {
    await world.goTo('enrolled')
    expect(await run(['Register a user for a course.'])).toEqual({ 'Register a user for a course.': 201 })
    expect(await run(['Move a registration to Completed.'])).toEqual({
      'Move a registration to Completed.': 200,
    })
  }, 60_000)
})
