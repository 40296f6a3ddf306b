import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { blocksOf } from '../../../testing/clients/documents.ts'
import { startSystem, type System } from '../../../testing/clients/system.ts'
import { itWith, object, objects, rendered, run, scratchFile } from '../../../testing/charts/render.ts'
import { schemasOfKubernetes } from '../../../testing/charts/schemas-of-kubernetes.ts'
import { ROOT } from '../../../local/support/files.ts'
import { CHARTS, SERVICE_NAMES } from '../../../testing/charts/charts.ts'

/** The shell samples of a page that contain a text. */
function sample(page: string, containing: string): string {
  const blocks = blocksOf(readFileSync(join(ROOT, 'docs/operations', page), 'utf8'))
  const found = blocks.filter(({ language, text }) => language === 'sh' && text.includes(containing))
  expect(found.length).toBeGreaterThan(0)
  return found.map(({ text }) => text).join('\n')
}

let folders = 0
/** Runs a sample with programs that stand in for those that need a cluster. @returns what it printed */
async function runSample(
  script: string,
  programs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const bin = scratchFile(`bin-${folders++}`)
  mkdirSync(bin)
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const names = { NS: 'learning', RELEASE: 'trial' }
  const PATH = `${bin}:${process.env['PATH']}`
  const env = { ...process.env, NODE_OPTIONS: '', PATH, ...names, ...environment }
  return (await promisify(execFile)('bash', ['-euc', script], { env })).stdout
}

/** The shell functions that the pages use. */
const functions = () => `${sample('README.md', 'operator()')}\nNS=learning RELEASE=trial`

/** Runs the command after `--`, as `kubectl exec` does in the pod. */
const EXEC = 'while [ "$1" != -- ]; do shift; done; shift; "$@"'

describe('the nightly dumps', () => {
  const backup = () =>
    run('helm', [
      ...['template', 'trial', join(CHARTS, 'rollcall'), '--kube-version', '1.33.0'],
      ...['--values', join(CHARTS, 'rollcall/examples/backup.yaml')],
    ]).stdout

  itWith(
    ['helm'],
    'are on a volume that belongs to no release, so helm neither waits for it nor deletes it',
    async () => {
      const text = backup()
      expect(objects(text, 'CronJob')).toHaveLength(1)
      expect(objects(text, 'PersistentVolumeClaim')).toEqual([])
      const claim = await runSample(sample('backup-and-restore.md', 'kind: PersistentVolumeClaim'), {
        kubectl: 'cat',
      })
      const name = /metadata: \{ name: (\S+) \}/.exec(claim)?.[1]
      expect(object(text, 'CronJob', 'trial-backup')).toContain(`claimName: ${name}`)
    },
  )

  itWith(['helm', 'kubeconform'], 'and the pod that restores them are known to Kubernetes', async () => {
    const location = `${schemasOfKubernetes()}/{{.ResourceKind}}{{.KindSuffix}}.json`
    for (const kind of ['PersistentVolumeClaim', 'Pod']) {
      const applied = await runSample(sample('backup-and-restore.md', `kind: ${kind}`), {
        kubectl: 'if [ "$3" = apply ]; then cat; fi',
      })
      const result = run('kubeconform', ['-strict', '-summary', '-schema-location', location], applied)
      expect([kind, result.stdout]).toEqual([kind, expect.stringMatching('1 resource .* Valid: 1')])
    }
  })

  itWith(
    ['helm'],
    'are restored from the file that the night has written, into the database of each service',
    async () => {
      const env = SERVICE_NAMES.map((name) => `export ${name}=mongodb://db/${name}`).join('\n')
      const printed = await runSample(sample('backup-and-restore.md', 'mongorestore'), {
        kubectl: `${env}\nif [ "$3" = exec ]; then ${EXEC}; fi`,
        mongorestore: 'echo "$@"',
      })
      const day = /DAY=(\S+)/.exec(sample('backup-and-restore.md', 'mongorestore'))?.[1]
      const files = [...backup().matchAll(/file=(\/backup\/)\$\(date -u \+%F\)(-\w+\.archive\.gz)/g)]
      expect(files).toHaveLength(3)
      const expected = files.map(([, folder, rest = '']) => {
        const service = /\w+/.exec(rest)?.[0]
        return `--uri=mongodb://db/${service} --drop --gzip --archive=${folder}${day}${rest}`
      })
      expect(printed.trim().split('\n')).toEqual(expected)
    },
  )
})

describe('switching autoscaling on', () => {
  itWith(['helm'], 'keeps the number of pods, with Helm 3 and with Helm 4', async () => {
    const manifest = rendered('rollcall', { replicas: 7 })
    expect(manifest.match(/^ {2}replicas: 7$/gm)).toHaveLength(3)
    const release = JSON.stringify({ name: 'trial', manifest, version: 4 })
    // Helm encodes the release, and Kubernetes encodes the Secret.
    const stored = gzipSync(release).toString('base64')
    const record = scratchFile('record')
    writeFileSync(record, Buffer.from(stored).toString('base64'))
    const printed = await runSample(sample('configure.md', 'keep_replicas()'), {
      helm: 'echo "helm $@"',
      kubectl: `case "$*" in
        *apply*--server-side*--field-manager=autoscaling*) cat ;;
        *"get deployment"*) echo -n 7 ;;
        *"get secret -l owner=helm,name=trial,status=deployed"*) echo secret/sh.helm.release.v1.trial.v4 ;;
        *"get secret/sh.helm.release.v1.trial.v4"*) cat ${record} ;;
        *"patch secret/sh.helm.release.v1.trial.v4 --patch-file=/dev/stdin"*) cat; echo ;;
        *) exit 1 ;;
      esac`,
    })
    const [patch = '', upgrade] = printed.trim().split('\n').slice(-2)
    expect(upgrade).toContain('helm -n learning upgrade trial')
    const applied = printed
      .slice(0, printed.indexOf(patch))
      .split(/(?<=\}\})\n/)
      .filter((text) => text !== '')
    expect(applied.map((text) => JSON.parse(text) as unknown)).toEqual(
      ['registration', 'user', 'notification'].map((name) => ({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: `trial-${name}` },
        spec: { replicas: 7 },
      })),
    )
    const { data } = JSON.parse(patch) as { data: { release: string } }
    const patched = Buffer.from(Buffer.from(data.release, 'base64').toString(), 'base64')
    expect(JSON.parse(gunzipSync(patched).toString())).toEqual({
      name: 'trial',
      manifest: manifest.replaceAll(/^ {2}replicas: 7\n/gm, ''),
      version: 4,
    })
  })

  itWith(['helm'], 'leaves the number out of every later release, so no rollback sets it', () => {
    const deployments = objects(rendered('rollcall', { autoscaling: { enabled: true } }), 'Deployment')
    expect(deployments).toHaveLength(3)
    for (const deployment of deployments) expect(deployment).not.toMatch(/^ {2}replicas:/m)
  })
})

describe('the shell function ready', () => {
  it('prints the readiness of each pod, also during a failed rollout', async () => {
    const printed = await runSample(`${functions()}\nready user`, {
      kubectl: `if [ "$3" = get ]; then printf 'pod/old\\npod/new\\n'; else echo "readiness of $4"; fi`,
    })
    expect(printed).toBe('pod/old readiness of pod/old\npod/new readiness of pod/new\n')
  })
})

const testOfHelm = () => readFileSync(join(CHARTS, 'rollcall/files/test.mjs'), 'utf8')

it('helm test says what to do when DNS does not respond to its pod', async () => {
  const settings = { ready: ['http://rollcall-user.invalid:9090'], waitSeconds: 0 }
  const script = ['--input-type=module', '--eval', testOfHelm(), JSON.stringify(settings)]
  const env = { ...process.env, NODE_OPTIONS: '' }
  const tested = promisify(execFile)(process.execPath, script, { env })
  // Which of the two it is depends on the resolver of this machine.
  const stdout = expect.stringMatching(/DNS does not (respond to this pod.*networkPolicy|know this Service)/)
  await expect(tested).rejects.toMatchObject({ code: 1, stdout })
})

describe('a first installation', () => {
  let system: System

  beforeAll(async () => {
    system = await startSystem()
  }, 120_000)
  afterAll(() => system.stop())

  it('gets its first key and its first registration, and passes the test with a registration', async () => {
    const { operatorToken, adminUrl } = system
    const pod = { OPERATOR_TOKENS: `ada:${operatorToken}`, OPERATOR_PORT: new URL(adminUrl).port }
    const runs = (script: string) => runSample(`${functions()}\n${script}`, { kubectl: EXEC }, pod)

    const issued = await runs(sample('install.md', 'service-accounts/1/keys/'))
    expect(issued.match(/^\d+(?= )/gm)).toEqual(['201', '201', '201'])
    const last = issued.trim().split('\n').at(-1) ?? ''
    const key = JSON.parse(last.slice('201 '.length)) as Record<'keyId' | 'secret', string>
    const registration = sample('install.md', 'admin/users/batch')
      .replace('rck_…', key.keyId)
      .replace('rcs_…', key.secret)
      .replace('https://learning.example.org', system.url)
    const registered = await runs(registration)
    expect(registered).toContain('{"id":1,"courseId":101,')
    expect(registered).toMatch(/"status":"(queued|sending|sent)"/)

    const install = readFileSync(join(ROOT, 'docs/operations/install.md'), 'utf8')
    const [courseId, userId] = ['courseId', 'userId'].map((name) =>
      Number(new RegExp(`^ {2}${name}: (\\d+)`, 'm').exec(install)?.[1]),
    )
    const services = { ready: [], registration: system.url, user: system.url }
    const settings = { ...services, courseId, userId, register: true, waitSeconds: 30 }
    const env = { ...process.env, NODE_OPTIONS: '', API_KEY_ID: key.keyId, API_SECRET: key.secret }
    const script = ['--input-type=module', '--eval', testOfHelm(), JSON.stringify(settings)]
    const tested = await promisify(execFile)(process.execPath, script, { env })
    expect(tested.stdout).toContain('"status":"sent"')
  }, 60_000)
})
