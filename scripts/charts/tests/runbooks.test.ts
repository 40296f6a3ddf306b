import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileContract } from '../../../services/platform/contract/contract.ts'
import { itWith, objects, run, scratchFile } from '../../../testing/charts/render.ts'
import { operationFinder } from '../../../testing/find-operation.ts'
import { ROOT } from '../../../local/support/files.ts'
import { CHARTS } from '../../../testing/charts/charts.ts'

const PAGES = globSync('docs/operations/*.md', { cwd: ROOT })
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8')

describe('the restore of the guide, with autoscaling on', () => {
  const guide = textOf('docs/operations/backup-and-restore.md')
  /** A file of values that the guide says to write. */
  function writtenFile(name: string): string {
    const [, indented = ''] = new RegExp(`# ${name}: .*\n([^]*?)\n *\`\`\``).exec(guide) ?? []
    const file = scratchFile(name)
    writeFileSync(file, indented.replaceAll(/^ {3}/gm, ''))
    return file
  }
  const mine = [join(CHARTS, 'rollcall/examples/keda.yaml'), join(CHARTS, 'rollcall/examples/nginx.yaml')]
  const applied = (...files: readonly string[]) => {
    const values = [...mine, ...files.map(writtenFile)].flatMap((file) => ['--values', file])
    const { status, stdout, stderr } = run('helm', [
      'template',
      'trial',
      join(CHARTS, 'rollcall'),
      ...values,
      '--kube-version',
      '1.33.0',
    ])
    expect([status, stderr]).toEqual([0, ''])
    return stdout
  }
  const AUTOSCALERS = ['HorizontalPodAutoscaler', 'ScaledObject']
  const ROUTES = ['Ingress', 'HTTPRoute']

  itWith(['helm'], 'begins without pods, and without anything that starts pods or lets requests in', () => {
    const stopped = applied('closed.yaml', 'stopped.yaml')
    expect(objects(stopped, ...AUTOSCALERS, ...ROUTES)).toEqual([])
    const deployments = objects(stopped, 'Deployment')
    expect(deployments).toHaveLength(3)
    for (const deployment of deployments) expect(deployment).toMatch(/^ {2}replicas: 0$/m)
  })

  itWith(['helm'], 'then restores the autoscalers, which set the number of pods, and the routes last', () => {
    const closed = applied('closed.yaml')
    expect(objects(closed, ...AUTOSCALERS)).toHaveLength(3)
    expect(objects(closed, ...ROUTES)).toEqual([])
    for (const deployment of objects(closed, 'Deployment')) expect(deployment).not.toMatch(/^ {2}replicas:/m)
    expect(objects(applied(), ...ROUTES)).not.toEqual([])
  })
})

it('every call of an operator operation in the pages for operators is in the contract', async () => {
  const calls = PAGES.flatMap((page) => [
    ...textOf(page).matchAll(/operator (registration|user|notification) (GET|POST|PUT|DELETE) '?([^\s'`]+)/g),
  ])
  expect(calls.length).toBeGreaterThan(10)
  for (const service of ['registration', 'user', 'notification'] as const) {
    const findOperation = operationFinder(await compileContract(service, 'operator'))
    for (const [call, , method = '', path = ''] of calls.filter(([, name]) => name === service))
      expect([call, findOperation(method, path)?.operationId]).toEqual([call, expect.any(String)])
  }
})
