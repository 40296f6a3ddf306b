import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { loadDemo, type Demo } from '../../local/demo/load.ts'
import { ALSO } from '../../local/pages/sections.ts'
import { command } from '../../testing/clients/command.ts'
import { blocksOf, readPrinted, unmarked, type Printed } from '../../testing/clients/documents.ts'
import { DESCRIPTIONS } from '../../testing/providers/states/all.ts'
import { startSystem, type System } from '../../testing/clients/system.ts'

const run = promisify(execFile)
const ROOT = join(__dirname, '../..')
/** Documents whose calls are executed, each from its beginning to its end. */
const EXECUTED = ['README.md', ...globSync('docs/guide/*.md', { cwd: ROOT }).sort()]
const DOCUMENTS = globSync(['*.md', '{docs,charts,openapi}/**/*.md', 'clients/*/*.md'], { cwd: ROOT })
/**
 * What the comments above blocks say, beside `returns <status>`, `ends with <exit code>` and `is the file
 * <name>`.
 */
const RUNS = 'runs'
const SET_UP = 'before each call below'
const SHOWN = 'this is the response'
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const readDocument = async (path: string) => blocksOf(await readFile(join(ROOT, path), 'utf8'))

/** How the guides read a setting: by a Node process. */
const SETTING = /^setting\(\) .*$/m

/** A response without what differs from run to run: its id and its dates. */
const ofAnyRun = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (key, value: unknown) =>
    key === 'id' || DATE_TIME.test(String(value)) ? typeof value : value,
  )

describe('the calls of the documents', () => {
  it.each(DOCUMENTS)('are all marked for execution in %s', async (path) => {
    expect(unmarked(await readDocument(path)).map(({ line }) => `${path}:${line}`)).toEqual([])
  })

  it.each(DOCUMENTS)('have a body, perhaps an empty one, wherever they are a POST, in %s', async (path) => {
    const without = (await readDocument(path)).filter(
      ({ text }) => text.includes('-X POST') && !/ -d /.test(text),
    )
    expect(without.map(({ line }) => `${path}:${line}`)).toEqual([])
  })

  it('are reported if the mark of a block is missing', () => {
    const markdown = 'Then:\n\n```sh\ncurl http://127.0.0.1:8080/users/\n```\n'
    expect(unmarked(blocksOf(markdown))).toHaveLength(1)
  })
})

it.each(DOCUMENTS)('each link leads to a file that exists, and to a heading of it, in %s', async (path) => {
  const text = await readFile(join(ROOT, path), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g)]
  const broken = links.filter(([, file = '', anchor]) => {
    const target = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

it('the states of pacts that the guides name exist', async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/verify-a-pact.md'), 'utf8')
  const named = [...guide.matchAll(/"(an? [a-z][a-z ]+)"/g)].map(([, name = '']) => name)
  const descriptions = [...guide.matchAll(/"description": "(.+)"/g)].map(([, text = '']) => text)
  const states = named.filter((name) => !descriptions.includes(name))
  expect(states).toContain('a registration')
  expect(states.filter((name) => !(name in DESCRIPTIONS))).toEqual([])
})

const SECOND_POLL = 'second poll reads everything'
const REFERENCE = '../openapi/openapi.yaml'
it.each([
  [
    'what to do about accounts that a restore loses',
    'operations/backup-and-restore.md',
    'webhooks enable ID',
  ],
  ['which keys a restore needs', 'operations/backup-and-restore.md', 'rotated after the backup, set it'],
  ['how receivers are resolved', 'guide/webhooks.md', 'without the search domains'],
  ['why no age of packages is demanded', 'security.md', '`min-release-age` of npm is not set'],
  ['what a code of a row means', 'guide/errors.md', '`finished-already`: training of'],
  ['where operations of webhooks are', '../clients/python/README.md', '`rollcall_client.api.notification`'],
  ['that the stand-in for MongoDB is slow', '../README.md', 'which is slow with thousands of records'],
  ['what a poll does in its first minute', '../clients/python/rollcall/lists.py', SECOND_POLL],
  ['what a poll does in its first minute', '../clients/typescript/src/operations.ts', SECOND_POLL],
  ['which directories cannot push', 'guide/scim.md', 'Google Workspace, Auth0, and Keycloak without an ext'],
  ['how members are read', 'guide/scim.md', '`GET /scim/v2/Groups/{id}?attributes=members` only'],
  ['what oapi-codegen needs', REFERENCE, '| oapi-codegen | in its configuration, `output-options: {'],
  ['what datamodel-code-generator needs', REFERENCE, '| datamodel-code-generator | `--strict-nullable` |'],
  ['what openapi-zod-client needs', REFERENCE, '| openapi-zod-client | `--default-status auto-correct` |'],
  [
    'that there is no OAuth2',
    'operations/configure.md',
    'There is no OAuth2, which Microsoft 365 and Google',
  ],
  [
    'how a release that hangs is freed',
    'operations/upgrade.md',
    '`helm -n $NS rollback $RELEASE` goes back to',
  ],
  ['what --wait does not see', 'operations/upgrade.md', 'does not see pods that are killed for memory later'],
])('a page says %s', async (_, page, text) => {
  const words = (await readFile(join(ROOT, 'docs', page), 'utf8')).replaceAll(/\s+/g, ' ')
  expect(words).toContain(text)
})

it.each([
  ['ends with 0 when both commands do', [0, 0], 0],
  ['goes on when some rows have errors', [3, 0], 3],
  ['goes on when removals are held back', [1, 0], 1],
  ['ends with the code of the second command when that is worse', [3, 1], 1],
  ['ends with the code of the first command when that is worse', [1, 3], 1],
])('the nightly script of the guide %s', async (_, [ofUsers, ofRegistrations], expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'nightly-'))
  const blocks = await readDocument('docs/guide/bring-people.md')
  const script = blocks.find(({ text }) => text.includes('nightly.sh'))?.text ?? ''
  const inFolder = script.replaceAll(/\/(?:var\/lib|opt|etc)\/hr|\/usr\/local\/bin/g, folder)
  const programs = {
    'nightly.sh': inFolder,
    'export-people': '#!/bin/sh\necho externalId',
    rollcall: `#!/bin/sh\necho "$1" >> runs\n[ "$1" = users ] && exit ${ofUsers}\nexit ${ofRegistrations}`,
    'rollcall-secret': 'rcs_secret',
  }
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folder, name), text, { mode: 0o755 })
  const env = { PATH: '/usr/bin:/bin' } // as cron sets it
  const code = await run(join(folder, 'nightly.sh'), { env }).then(
    () => 0,
    (error: { code: number }) => error.code,
  )
  const runs = (await readFile(join(folder, 'runs'), 'utf8')).trim().split('\n')
  await rm(folder, { recursive: true })
  expect({ code, runs }).toEqual({ code: expected, runs: ['users', 'registrations'] })
})

it.each([
  ['in another language', 'ID,Name,"E-Mail-Adresse"\n7,"Edith Clarke",edith@example.test', 'Email address'],
  ['between semicolons', 'ID;Name;Email address\n7;Edith Clarke;edith@example.test', 'Email address'],
])('the script of the guide reads no report with names %s', async (_, report, missing) => {
  const folder = await mkdtemp(join(tmpdir(), 'to-rows-'))
  const blocks = await readDocument('docs/guide/bring-people.md')
  const script = blocks.find(({ mark }) => mark === 'is the file to-rows.mjs')?.text ?? ''
  await writeFile(join(folder, 'to-rows.mjs'), script)
  await writeFile(join(folder, 'completion-heights.csv'), report)
  const ended = run('node', ['to-rows.mjs', 'moodle', 'completion-heights.csv'], { cwd: folder })
  await expect(ended).rejects.toMatchObject({ stderr: expect.stringContaining(`has no column ${missing}`) })
  await rm(folder, { recursive: true })
})

describe('the texts of the contract', () => {
  const texts = globSync('openapi/**/*.yaml', { cwd: ROOT }).map((path) => [
    path,
    readFileSync(join(ROOT, path), 'utf8'),
  ])

  it.each(texts)('link each guide that they name, to a page that exists: %s', (_, text = '') => {
    const pages = [...text.matchAll(/\]\(\/docs\/guide\/([^)#]+)[^)]*\)/g)].map(([, page = '']) => page)
    const exists = (page: string) =>
      existsSync(join(ROOT, 'docs/guide', `${page}.md`)) || Object.values(ALSO).includes(`${page}.md`)
    expect(pages.filter((page) => !exists(page))).toEqual([])
    // A title in italics is not found by a reader.
    expect(text.match(/\((?:see|see also) [^[)]*\)|\bin \*[A-Z][^*]+\*/g) ?? []).toEqual([])
  })
})

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')}`,
  )

describe('the calls of the guides, pasted one after the other', () => {
  let system: System
  let demo: Demo
  let running: Record<string, string>
  let folder: string

  beforeAll(async () => {
    system = await startSystem()
    folder = await mkdtemp(join(tmpdir(), 'rollcall-readme-'))
    const { url: baseUrl, adminUrl, operatorToken } = system
    demo = await loadDemo({ baseUrl, adminUrl, operatorToken, file: join(folder, 'demo.json') })
    const { apiKey, apiSecret } = demo
    await mkdir(join(folder, '.local'))
    running = { baseUrl, adminUrl, operatorToken, apiKey, apiSecret }
    await writeFile(join(folder, '.local/run.json'), JSON.stringify(running))
  }, 120_000)
  afterAll(async () => {
    await system.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** What a script prints; again, as the response says, where the machine was too busy for the database. */
  async function shell(script: string, env: Record<string, string> = {}, attempts = 3): Promise<Printed> {
    const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env } }
    const printed = readPrinted((await run('bash', ['-c', script], options)).stdout)
    if (printed.status !== 503 || attempts === 1) return printed
    await delay(1000 * Number(printed.headers['retry-after']))
    return shell(script, env, attempts - 1)
  }

  it.each(EXECUTED)(
    'return what %s says',
    async (path) => {
      const blocks = (await readDocument(path)).filter(({ mark }) => mark !== undefined)
      let setUp = blocks.find(({ mark }) => mark === SET_UP)?.text ?? ''
      const variables: Record<string, string> = { ...running }
      /** Each block runs in its own shell, so it begins with the assignments of the blocks before it. */
      const assignments: string[] = []
      const faults: string[] = []
      let last: Printed | undefined
      for (const { line, language, text, mark = '' } of blocks) {
        const at = `${path}:${line}`
        const wanted = /^returns (\d+)$/.exec(mark)?.[1]
        if (mark === SHOWN)
          faults.push(...asPrinted(readPrinted(text), last).map((fault) => `${at} ${fault}`))
        const [, name] = /^is the file (\S+)$/.exec(mark) ?? []
        if (name !== undefined) await writeFile(join(folder, name), `${text}\n`)
        if (mark === RUNS) await run('bash', ['-ec', text], { cwd: folder })
        const [, code] = /^ends with (\d+)$/.exec(mark) ?? []
        if (code !== undefined)
          faults.push(...(await commandFaults(text, Number(code))).map((fault) => `${at} ${fault}`))
        if (wanted === undefined) continue
        const script = [setUp, ...assignments, text].join('\n')
        last = await shell(language === 'sh' ? script : announced(text), variables)
        // The first call has proved it as it stands there; hundreds of processes would take long.
        setUp = setUp.replace(SETTING, 'setting() { printenv "$1"; }')
        if (language === 'sh') assignments.push(...(text.match(/^[A-Z]+=.*$/gm) ?? []))
        if (last.status !== Number(wanted)) faults.push(`${at} ${last.status} ${JSON.stringify(last.body)}`)
        const { id } = (last.body ?? {}) as { id?: number }
        if (language === 'sh' && id !== undefined) variables['ID'] ??= String(id)
        variables['ETAG'] = last.headers['etag'] ?? variables['ETAG'] ?? ''
      }
      expect(faults).toEqual([])
    },
    120_000,
  )

  /** The commands of `rollcall` in a block that end otherwise. */
  async function commandFaults(text: string, code: number): Promise<string[]> {
    const faults: string[] = []
    for (const line of text.replaceAll(/\\\n/g, ' ').split('\n')) {
      // A word, or words between apostrophes.
      const [program, ...args] = [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
      if (program !== 'rollcall') continue
      const ended = await command(args, { folder })
      if (ended.code !== code) faults.push(`${line} ended with ${ended.code}: ${ended.stderr}`)
    }
    return faults
  }

  /** The command in what `npm start` prints, at the address and with the key of this system. */
  function announced(text: string): string {
    const command = /^ *curl(.*\\\n)*.*$/m.exec(text)?.[0] ?? ''
    return command
      .replace('http://127.0.0.1:8080', system.url)
      .replace('rck_…', demo.apiKey)
      .replace('rcs_…', demo.apiSecret)
  }

  /** Where the response that the README shows is not the one that came. */
  function asPrinted(shown: Printed, came: Printed | undefined): string[] {
    return [
      ...(shown.status === came?.status ? [] : [`shows ${shown.status}, ${came?.status} came`]),
      ...Object.keys(shown.headers)
        .filter((name) => came?.headers[name] === undefined)
        .map((name) => `shows ${name}`),
      ...(isDeepStrictEqual(ofAnyRun(shown.body), ofAnyRun(came?.body))
        ? []
        : [`shows ${JSON.stringify(shown.body)}, ${JSON.stringify(came?.body)} came`]),
    ]
  }
})
