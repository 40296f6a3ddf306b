import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileContract } from '../../../services/platform/contract/contract.ts'
import { itWith, objects, rendered, run, scratchFile } from '../../../testing/charts/render.ts'
import { operationFinder } from '../../../testing/find-operation.ts'
import { ROOT } from '../../../local/support/files.ts'
import { CHARTS, SERVICE_NAMES, SERVICES } from '../../../testing/charts/charts.ts'

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

describe('the pages for operators', () => {
  it('define or link the shell functions that they use', () => {
    const using = PAGES.filter((page) => /\$NS\b|^ *(operator|ready|logs) [a-z]/m.test(textOf(page)))
    expect(using.length).toBeGreaterThan(4)
    const link = /^ready\(\)|\]\(README\.md#shell-functions-for-these-pages\)/m
    expect(using.filter((page) => !link.test(textOf(page)))).toEqual([])
  })

  it('read the log of a pod by its name: a Deployment may have healthy old pods', () => {
    const reading = PAGES.filter((page) => /`[^`\n]*logs deployment\/[^`\n]*--previous/.test(textOf(page)))
    expect(reading).toEqual([])
  })

  it.each(SERVICE_NAMES)('name the other services that the %s service calls', (service) => {
    const row = new RegExp(`^\\| ${service} .*`, 'm').exec(textOf('docs/operations/README.md'))?.[0] ?? ''
    const called = Object.values(SERVICES[service]).flatMap(
      ({ name }) => /^(.*)_SERVICE_URL$/.exec(name)?.[1] ?? [],
    )
    const [, , , ...needs] = row.split('|')
    expect(called.map((name) => name.toLowerCase()).filter((name) => !needs.join().includes(name))).toEqual(
      [],
    )
  })

  it('name what each service stores', () => {
    expect(textOf('docs/operations/README.md')).toMatch(/^\| notification \| .*webhook endpoints/m)
  })

  it('name the version of cosign that signs a release', () => {
    const tools = readFileSync(join(ROOT, 'local/support/tools.ts'), 'utf8')
    const version = /cosign\/v3\/cmd\/cosign',\s+version: 'v(.*)'/.exec(tools)?.[1]
    expect(textOf('docs/operations/install.md')).toMatch(new RegExp(`^\\| cosign .*\\| ${version} `, 'm'))
  })

  itWith(['helm'], 'restart the pods of every service after a Secret has changed', () => {
    const [, labels = ''] =
      /rollout restart deployment -l (\S+)/.exec(textOf('docs/operations/configure.md')) ?? []
    const wanted = labels
      .replace('$RELEASE', 'trial')
      .split(',')
      .map((one) => one.replace('=', ': '))
    const deployments = objects(rendered('rollcall'), 'Deployment')
    expect(deployments).toHaveLength(3)
    for (const deployment of deployments)
      for (const label of wanted) expect(deployment.split('\nspec:')[0]).toContain(`    ${label}\n`)
  })
})

describe('the Secrets that the pods read', () => {
  const needed = () => {
    const pods = objects(rendered('rollcall'), 'Deployment').join('\n')
    const refs = pods.matchAll(/secretKeyRef:\n\s+name: (\S+)\n\s+key: (\S+)(\n\s+optional: true)?/g)
    return new Set([...refs].flatMap(([, name, key, isOptional]) => (isOptional ? [] : [`${name}/${key}`])))
  }

  itWith(['helm'], 'are those that the guide creates', () => {
    const commands = textOf('docs/operations/install.md').replaceAll('\\\n', ' ')
    const made = commands.matchAll(/create secret generic (\S+-mongodb|rollcall-\S+) (.*)/g)
    const created = [...made].flatMap(([, name = '', rest = '']) => {
      const names = name.startsWith('$service') ? SERVICE_NAMES.map((one) => `${one}-mongodb`) : [name]
      const keys = [...rest.matchAll(/--from-literal=(\w+)=/g)].map(([, key]) => key)
      return names.flatMap((one) => keys.map((key) => `${one}/${key}`))
    })
    expect(new Set(created)).toEqual(needed())
  })

  itWith(['helm'], 'are created by the chart backing, whose servers read none', () => {
    const secrets = objects(rendered('backing'), 'Secret')
    const created = secrets.flatMap((secret) => {
      const name = /^ {2}name: (\S+)/m.exec(secret)?.[1]
      const data = secret.split('\nstringData:\n')[1] ?? ''
      return [...data.matchAll(/^ {2}(\w+):/gm)].map(([, key]) => `${name}/${key}`)
    })
    expect(new Set(created)).toEqual(needed())
    const without = rendered('backing', { secrets: { enabled: false } })
    expect(objects(without, 'Secret')).toEqual([])
    expect(without).not.toContain('secretKeyRef')
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
