import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startSystem, type System } from './kit/system.ts'

const ROOT = join(__dirname, '../..')
const COLLECTION = join(ROOT, 'clients/postman/generated/rollcall.postman_collection.json')
const NEWMAN = join(ROOT, 'node_modules/newman/bin/newman.js')
const WRITES = {
  'Create a user.': 201,
  'Register a user for a course.': 201,
  'Move a registration to Completed.': 200,
}

interface Item {
  name: string
  item?: Item[]
  request?: { method: string }
}
interface Report {
  run: { executions: { item: { name: string }; response?: { code: number } }[] }
}

describe('the Postman collection, run by newman', () => {
  let system: System
  let folder: string
  beforeAll(async () => {
    system = await startSystem()
    folder = await mkdtemp(join(tmpdir(), 'rollcall-newman-'))
  })
  afterAll(async () => {
    await system.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('creates, registers, reads everything and completes with its own examples', async () => {
    await system.operator.put('/admin/groups/1/', { name: 'Rollcall', parentId: null })
    await system.operator.put('/admin/courses/210/', { name: 'Fire safety', groupIds: [1] })
    const { apiKey, apiSecret } = await system.aKey()

    // The first records of a new system have other ids than those of the examples.
    const text = (await readFile(COLLECTION, 'utf8')).replaceAll(/"value" ?: ?"(1007|48151)"/g, '"value":"1"')
    const collection = join(folder, 'collection.json')
    await writeFile(collection, text)
    const itemsOf = (items: Item[]): Item[] => items.flatMap((one) => (one.item ? itemsOf(one.item) : [one]))
    const reads = itemsOf((JSON.parse(text) as { item: Item[] }).item)
      .filter(({ request }) => request?.method === 'GET')
      .map(({ name }) => name)
    expect(reads).toHaveLength(9)

    const expected = { ...Object.fromEntries(reads.map((name) => [name, 200])), ...WRITES }
    const report = join(folder, 'report.json')
    await promisify(execFile)(process.execPath, [
      ...[NEWMAN, 'run', collection, '--reporters', 'json', '--reporter-json-export', report],
      ...Object.entries({ baseUrl: system.url, apiKey, apiSecret }).flatMap(([name, value]) => [
        '--env-var',
        `${name}=${value}`,
      ]),
      ...Object.keys(expected).flatMap((name) => ['--folder', name]),
    ])
    const { executions } = (JSON.parse(await readFile(report, 'utf8')) as Report).run
    const answered = executions.map(({ item, response }) => [item.name, response?.code])
    expect(Object.fromEntries(answered)).toEqual(expected)
  })
})
