import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { csvLine, DELIMITERS } from '../../../clients/cli/src/files/csv-line.ts'
import { withoutProtection } from '../../../clients/cli/src/files/formulas.ts'
import { rollcall } from '../../../clients/typescript/src/index.ts'
import { announcement } from '../../../local/announcement.ts'
import { DEAD_LETTER_QUEUE } from '../../../services/platform/messaging/topology.ts'
import { brokerClient } from '../../../testing/broker.ts'
import { client, type Client } from '../../../testing/client.ts'
import { command, settings } from '../../../testing/clients/command.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { startMailServer } from '../../../testing/notification/mail-server.ts'
import { nextPageOf } from '../../../testing/pages.ts'
import { expectBody } from '../../../testing/portal.ts'
import { startReceiver } from '../../../testing/receiver.ts'
import { accountOperations, pathOf } from '../../operations.ts'
import { ALL, CONTROLS, EACH, LONG, MARK, sample, WORDS } from './fragments.ts'
import { enter } from './doors.ts'
import { referenceOf } from './reference.ts'
import { shownCommands, startStranger, WAYS } from './stranger.ts'
import {
  controlsIn,
  FORMULA,
  HALF,
  hasLink,
  mailTo,
  onOneLine,
  partsOfPath,
  readCsv,
  readMails,
  recordSpans,
  runCurl,
  runInBash,
  runInNode,
  runInPython,
  runProposed,
  textsIn,
  unreadableMetrics,
} from './readers.ts'

/**
 * Foreign text is data wherever it is shown: hostile and odd texts enter by every door, and everything that
 * shows them is read by the reader of that place. What is read is what was stored, and nothing else happens.
 */
const count = Number(process.env['TEXT_COUNT'] ?? 6)
/** A complete `npm test` always has the same texts. */
const seed = Number(process.env['TEXT_SEED'] ?? (count > 6 ? Date.now() % 1e9 : 7))

describe(`foreign text (TEXT_SEED=${seed} TEXT_COUNT=${count} npm run check -- text repeats it)`, () => {
  const lines: string[] = []
  let mails: Awaited<ReturnType<typeof startMailServer>>
  const system = wholeSystem({
    onLogLine: (line) => lines.push(line),
    async wayTo(name, url) {
      if (name === 'smtp') mails ??= await startMailServer()
      return name === 'smtp' ? mails.url : url
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-text-'))
  let key: Awaited<ReturnType<typeof system.issueKey>>
  let api: Client
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let people: any[]
  let course: any

  /** The records of a kind as the API returns them. */
  const list = async (path: string): Promise<any[]> => expectBody(await api.get(path), 200)
  const run = (...args: string[]) => command(args, { env: settings(system, key), folder })

  beforeAll(async () => {
    const [named = ''] = sample('names', { seed, count: 1 })
    key = await system.issueKey({ name: named })
    api = client(system.url, key.credential)
    receiver = await startReceiver()
    receiver.onRequest((response) => response.writeHead(500, { 'x-why': MARK }).end(`<b>${MARK}\u001B[31m`))
    expectBody(await system.operator.put('/admin/groups/9/', { name: `group ${named}`, parentId: 1 }), 201)
    const encoded = '=?utf-8?B?YQ==?= =?utf-8*en?Q?=48=49?='
    const fields = { name: `course & # + </title><b>&lt; ${encoded} ${named}`, groupIds: [1] }
    for (const id of [9, 10])
      course = expectBody(await system.operator.put(`/admin/courses/${id}/`, fields), 201)
    const keys = `/admin/service-accounts/${key.accountId}/keys/`
    expectBody(await system.operator.post(keys, { name: named }), 201)
    const endpoint = { url: `${receiver.url}/?${MARK}='`, events: ['registration.created'] }
    expectBody(await api.post('/webhook-endpoints/', { ...endpoint, description: named }), 201)
    people = await enter(api, sample('names', { seed, count }), sample('addresses', { seed, count }))
  })
  afterAll(async () => {
    await receiver.stop()
    await mails.stop()
  })

  const referenceFor = (person: any) =>
    referenceOf({ '/users/': [person], '/courses/': [course], '/groups/': [{ id: 1 }] }, system.url, key)

  it('is data in the samples of the reference: bash, Node and Python make the call alone', async () => {
    for (const person of [...people, { ...people[0], email: ALL.any, externalId: ALL.any }]) {
      const known = [person.email, person.externalId, person.loginName]
      const samples = (await referenceFor(person)).filter(({ curl }) => curl.includes(MARK))
      expect(samples.map(({ operation }) => operation)).toContain('createRegistration')
      const ran = {
        bash: samples.map(({ curl }) => runCurl(curl)),
        node: runInNode(samples.map(({ typescript }) => typescript)),
        python: runInPython(samples.map(({ python }) => python)),
      }
      for (const [reader, each] of Object.entries(ran))
        for (const [i, { operation }] of samples.entries()) {
          const { calls = [], else: more } = each[i] ?? {}
          expect([operation, reader, more, calls.length]).toEqual([operation, reader, [], 1])
          const marked = textsIn(calls).filter((text) => text.includes(MARK))
          expect([operation, reader, marked]).not.toEqual([operation, reader, []])
          expect(known).toEqual(expect.arrayContaining(marked))
        }
    }
  })

  it('is a text in the samples of the reference, if it looks like a date', async () => {
    const externalId = '2024-01-15T14:58:41Z'
    const samples = (await referenceFor({ ...people[0], externalId })).map(({ typescript }) => typescript)
    expect(samples.filter((sample) => sample.includes(`'${externalId}'`))).not.toEqual([])
    expect(samples.filter((sample) => sample.includes(`Date('${externalId}'`))).toEqual([])
  })

  it('is data in the commands that npm start and the CLI propose', async () => {
    for (const { email, firstName } of people) {
      const example = { courseId: 9, courseName: 'x', userEmail: email, userName: 'x' }
      const addresses = { baseUrl: system.url, adminUrl: '', mailboxUrl: '', operatorPageUrl: '' }
      const shown = announcement({ ...addresses, ...key } as never, example, false)
      const ran = runInBash(shown.slice(shown.indexOf('curl'), shown.indexOf('  API reference')))
      expect([ran.else, ran.calls.length]).toEqual([[], 1])
      expect(JSON.parse(ran.calls[0].at(-1)).userEmail).toBe(email)
      const column = firstName.replaceAll(/["\r\n]/g, '')
      writeFileSync(join(folder, 'columns.csv'), `"${column}",email\n1,2\n`)
      const { stderr } = await run('import', 'users', 'columns.csv', '--group', '1')
      const proposed = /Use (--map [^]*) for a column with another name/.exec(stderr)?.[1] ?? ''
      const pasted = runInBash(`rollcall ${proposed}`)
      expect([pasted.else, pasted.calls]).toEqual([[], [['--map', `${column}=<field>`]]])
    }
  })

  it('is what it was in a CSV file, for Python and for our own import', async () => {
    const columns = ['loginName', 'externalId', 'firstName', 'lastName', 'email', 'city']
    const rows = [columns, ...people.map((one) => columns.map((name) => one[name] as string))]
    // What looks as if it were protected is protected once more.
    const formulas = CONTROLS.map((control) => `=1+1${control}${MARK}`)
    const odd = [`'=1+1 ${MARK}'`, `'-${MARK}'`, `＝1 ${MARK}`, ...formulas, ...EACH]
    for (const delimiter of DELIMITERS) {
      const text = [...rows, odd].map((row) => `${csvLine(row, delimiter)}\n`).join('')
      const cells = readCsv(text, delimiter)
      // Between apostrophes where a spreadsheet would calculate it.
      expect(cells.map((row) => row.map(withoutProtection))).toEqual([...rows, odd])
      expect(cells.flat().filter((cell) => FORMULA.test(cell))).toEqual([])
    }
    writeFileSync(join(folder, 'people.csv'), rows.map((row) => `${csvLine(row)}\n`).join(''))
    const imported = await run('import', 'users', 'people.csv', '--group', '1', '--json')
    expect(imported.json()).toMatchObject({ unchanged: people.length, failed: 0 })
    const results = readFileSync(join(folder, 'people.csv.results.ndjson'), 'utf8').trimEnd().split('\n')
    expect(results.map((line) => JSON.parse(line).ok)).toEqual(people.map(() => true))
  })

  it('is what it was in the results of several batches, and controls no terminal and no line', async () => {
    const texts = [LONG, ...CONTROLS, ...sample('any', { seed, count }), ...EACH, ...EACH]
    const rows = texts.map((text) => JSON.stringify({ [text]: 1, loginName: text, email: text }))
    writeFileSync(join(folder, 'odd.ndjson'), rows.join('\n'))
    const read = async (kind: string, name: string) => {
      const args = ['import', kind, 'odd.ndjson', '--group', '1', '--restart', '--results', name]
      const { stdout, stderr } = await run(...args)
      const said = [stderr.trimEnd().split('\n').length, controlsIn(stdout + stderr), HALF.test(stderr)]
      // Ten errors, how many more there are, the sum, and where the results are.
      expect([kind, ...said]).toEqual([kind, name === '-' ? 12 : 13, [], false])
      return name === '-' ? stdout : readFileSync(join(folder, name), 'utf8')
    }
    await read('users', '-')
    const lines = (await read('courses', 'odd.results.ndjson')).trimEnd().split('\n')
    const details: string[] = lines.map((line) => JSON.parse(line).detail)
    expect(details.map((detail, i) => detail.includes(texts[i] as string))).toEqual(texts.map(() => true))
    const [[, ...names] = [], ...table] = readCsv(await read('courses', 'odd.results.csv'), ',')
    const cells = table.map((row) => withoutProtection(row[names.indexOf('detail') + 1] ?? ''))
    expect(cells).toEqual(details.map((detail) => detail.toWellFormed()))
    for (const text of texts) {
      const { stderr } = await run('import', 'users', `${text.replaceAll('\0', '')}.csv`)
      expect([stderr.trimEnd().split('\n').length, controlsIn(stderr)]).toEqual([1, []])
    }
  })

  it('is what it was in the JSON of a command', async () => {
    const listed = await run('users', 'list', '--json')
    expect(controlsIn(listed.stdout)).toEqual([])
    expect(listed.json().map(({ city }: any) => city)).toEqual(people.map(({ city }) => city))
  })

  it('controls no terminal, whatever a server answers to a command', async () => {
    for (const [i, text] of [ALL.any, ...sample('any', { seed, count: count > 6 ? 5 : 0 })].entries()) {
      const stranger = await startStranger(`x${text}`)
      const env = settings({ ...system, url: stranger.url, adminUrl: stranger.url }, key)
      for (const [j, args] of shownCommands().entries())
        for (const way of count > 6 || (i + j) % 5 === 0 ? WAYS : WAYS.slice(1)) {
          stranger.answer(way)
          const { stdout, stderr } = await command(args, { env, folder, response: true })
          expect([args, way, controlsIn(stdout + stderr)]).toEqual([args, way, []])
          // No part of a text begins a line, but in an e-mail.
          const begun = `${stdout}\n${stderr}`.split('\n').some((line) => line.startsWith(MARK))
          expect([args, way, begun && args[1] !== 'preview']).toEqual([args, way, false])
        }
      await stranger.stop()
    }
  })

  it('controls no terminal while an import waits for a server', async () => {
    const detail = CONTROLS.join(MARK).toWellFormed()
    const busy = { status: 503, headers: { 'retry-after': '1' }, body: { detail } }
    const { url } = await scriptedServer(busy, { status: 200, body: [] })
    writeFileSync(join(folder, 'wait.ndjson'), `${JSON.stringify({ loginName: MARK })}\n`)
    const args = ['import', 'users', 'wait.ndjson', '--group', '1']
    const env = settings({ ...system, url, adminUrl: url }, key)
    const { stderr } = await command(args, { env, folder, terminal: true, columns: 1000 })
    // The bar around it moves the cursor.
    const [note = ''] = /waiting 1 s[^]*?\(503/.exec(stderr) ?? []
    expect([note.includes(MARK), note.includes('\n'), controlsIn(note)]).toEqual([true, false, []])
  })

  it('is what it was in the events that a command prints', async () => {
    const stop = new AbortController()
    const args = ['webhooks', 'listen', '--json', '--events', 'user.updated']
    const listening = command(args, { env: settings(system, key), folder, interrupted: stop.signal })
    const endpoint = await eventually(async () => {
      const [, found] = await list('/webhook-endpoints/')
      return found.id as number
    })
    for (const { id, city } of people) expectBody(await api.patch(`/users/${id}/`, { address: city }), 200)
    const delivered = `/webhook-endpoints/${endpoint}/deliveries/?status=delivered`
    await eventually(async () => expect(await list(delivered)).toHaveLength(people.length))
    stop.abort()
    const printed = (await listening).stdout.trimEnd().split('\n')
    expect(printed.map(controlsIn).flat()).toEqual([])
    const stored = people.map(({ city }) => city).toSorted()
    expect(printed.map((line) => JSON.parse(line).data.address).toSorted()).toEqual(stored)
  })

  it('is one part of the path that our clients ask for', async () => {
    const { getUser } = rollcall({ ...key, baseUrl: system.url })
    for (const { id, externalId } of people) expect(await getUser({ externalId })).toMatchObject({ id })
    const texts = [...people.map(({ externalId }) => externalId), ...EACH]
    const read = partsOfPath(texts).map((part) => new URL(`${system.url}/${part}/`).pathname.split('/'))
    expect(read.map((parts) => parts.map(decodeURIComponent))).toEqual(texts.map((text) => ['', text, '']))
  })

  it('is cut between its characters where a sync gives its login name to another person', async () => {
    const [leaver, stays, next] = [LONG, 'stays', LONG].map((loginName, i) => {
      const names = { firstName: `Ada ${i}`, lastName: MARK, loginName }
      return { ...names, externalId: `cut-${i}`, email: `cut-${i}@example.test` }
    })
    const present = [leaver, stays].map((one) => ({ ...one, groupIds: [9] }))
    expectBody(await system.operator.post('/admin/users/batch/?source=cut', present), 200)
    writeFileSync(join(folder, 'cut.ndjson'), `${JSON.stringify(stays)}\n${JSON.stringify(next)}\n`)
    const flags = ['--group', '9', '--source', 'cut', '--leavers', 'expire', '--dry-run', '--results', '-']
    const { stdout, stderr } = await run('users', 'sync', 'cut.ndjson', ...flags)
    expect(stdout).toContain(`Renamed to ${MARK}👩`)
    expect(stdout + stderr).not.toMatch(HALF)
  })

  it('is data in what a sync proposes', async () => {
    const stranger = { firstName: 'Other', lastName: 'Person' }
    // Nobody sees who is in no group.
    const names = [...people.map((one) => `${one.loginName}-hidden`), ALL.shell, ...WORDS]
    const hidden = names.map((loginName, i) => ({ ...stranger, loginName, email: `h-${i}@example.test` }))
    expectBody(await system.operator.post('/admin/users/batch/', hidden), 200)
    const rows = [
      ...people.map(({ externalId, loginName, firstName, lastName, email }, i) =>
        i % 2 === 0
          ? { ...stranger, externalId, loginName: `${loginName}-other`, email: `other-${i}@example.test` }
          : { externalId, loginName, firstName, lastName, email, city: 'Oslo' },
      ),
      ...hidden.map((one, i) => ({ ...one, externalId: `hidden-${i}` })),
    ]
    writeFileSync(join(folder, 'sync.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const flags = ['--group', '1', '--source', 'hr', '--max-identity-changes', '100%', '--dry-run']
    const { stderr } = await run('users', 'sync', 'sync.ndjson', ...flags, '--results', 'proposed.ndjson')
    const results = readFileSync(join(folder, 'proposed.ndjson'), 'utf8').trimEnd().split('\n')
    const details = results.map((line) => JSON.parse(line).detail ?? '')
    const ran = [...stderr.split('\n'), ...details].flatMap(runProposed)
    expect(ran.flatMap((one) => one.else)).toEqual([])
    const words = ran.flatMap(({ calls }) => calls.flat() as string[])
    expect(words).toEqual(expect.arrayContaining(['--take-over', '--allow-other-person', '--login']))
    const known = rows.flatMap(({ externalId, loginName }) => [externalId, loginName])
    const marked = words.filter((word) => word.includes(MARK)).map((word) => word.replace(/[.,]$/, ''))
    expect(marked.filter((word) => !known.includes(word))).toEqual([])
    expect(marked).toEqual(expect.arrayContaining(hidden.map(({ loginName }) => loginName)))
  })

  it('adds no link to an e-mail: the greeting has a name, or none', async () => {
    for (const { id } of people)
      expectBody(await api.post('/registrations/', { courseId: 9, userId: id }), 201)
    await eventually(() => expect(mails.received.length).toBeGreaterThanOrEqual(people.length))
    const sent = mails.received.map(({ source }) => source)
    // Names that are short, too: longer ones are hardly ever greeted.
    const each = EACH.map((one) => one.trim())
    const shown = readMails([...sent, ...(await Promise.all(each.map(mailTo)))])
    for (const [i, { subject, to, text, page, html }] of shown.entries()) {
      const { firstName } = people.find(({ email }) => email === to) ?? { firstName: each[i - sent.length] }
      const courseName = i < sent.length ? course.name : firstName
      for (const part of [text, page]) expect(onOneLine(part)).toContain(onOneLine(courseName))
      const title = onOneLine(`You are registered for ${courseName} `)
      expect(onOneLine(page).trimStart().slice(0, title.length)).toBe(title)
      const [greeting = ''] = text.split(/\r?\n/)
      expect([`Hello ${firstName},`, 'Hello,']).toContain(greeting)
      expect(onOneLine(page)).toContain(onOneLine(`${greeting} you are registered`))
      expect([greeting, hasLink(greeting)]).toEqual([greeting, false])
      // No mail program decodes it.
      expect(subject).toBe(`You are registered for ${courseName.replaceAll('=?', '= ?')}`)
      expect(html.match(/<script|<img|href=/)).toBeNull()
      if (i >= sent.length) continue
      expect(mails.received[i]?.to).toEqual([to])
      const marked = mails.received[i]?.mail.headers.filter(({ value }) => value.includes(MARK)) ?? []
      expect(marked.map(({ key }) => key).toSorted()).toEqual(['subject', 'to'])
    }
  })

  it('is what it was in the link to the next page', async () => {
    const first = await api.get(`/courses/?name=${encodeURIComponent(course.name)}&limit=1`)
    const next = nextPageOf(first)
    expect(await list(next ?? '')).toEqual([expect.objectContaining({ name: course.name })])
  })

  it('is rejected or stored, and repeated by no header, no page and no Host', async () => {
    for (const text of [LONG, ...sample('any', { seed, count })]) {
      const person = { loginName: text, firstName: text, lastName: text, email: `${MARK}@example.test` }
      const { status, body } = await api.post('/users/', person)
      // The same login name as an earlier one, in another spelling.
      expect([201, 400, 409]).toContain(status)
      if (status === 201) expect(controlsIn(body.firstName)).toEqual([])
      else expect(controlsIn(body.detail)).toEqual([])
      const unknown = { loginName: MARK, firstName: MARK, lastName: MARK, [text]: 1 }
      const rejected = await api.post('/users/', { ...person, ...unknown })
      expect([rejected.status, rejected.body.detail.isWellFormed()]).toEqual([400, text.isWellFormed()])
    }
    const host = `${MARK}.example`
    const guides = 'docs/guide/'
    for (const page of ['', 'docs/', guides, `${guides}errors/`, 'ops/'])
      for (const address of [system.url, system.adminUrl]) {
        const response = await fetch(`${address}/${page}${encodeURIComponent(`<img src=x> ${MARK}`)}`)
        expect([page, (await response.text()).includes(MARK)]).toEqual([page, false])
      }
    for (const operation of accountOperations.filter(({ method }) => method === 'GET')) {
      const own = { 'user-agent': `${MARK}'\u009B`, 'x-request-id': `${MARK} x` }
      const headers = { ...key.credential, ...own, host, 'x-forwarded-host': host }
      const sent = request(system.url + pathOf(operation), { headers }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      const said = JSON.stringify(response.headers) + (await textOf(response))
      expect([operation.operationId, said.includes(host)]).toEqual([operation.operationId, false])
    }
  })

  it('is in no line of the logs, no span and no metric, and these can be read', async () => {
    const stopSpans = await recordSpans(lines)
    for (const text of sample('any', { seed, count })) {
      const query = encodeURIComponent(text.toWellFormed())
      const paths = ['/users/?email=', '/scim/v2/Users?filter=', '/registrations/by-external-id/', '/']
      for (const path of paths) await fetch(system.url + path + query, { headers: key.credential })
      const headers = { ...key.credential, 'content-type': 'application/json', 'idempotency-key': MARK }
      await fetch(`${system.url}/registrations/`, { method: 'POST', headers, body: `{"${MARK}` })
    }
    for (const { id, email } of people) {
      const user = email.slice(0, email.lastIndexOf('@'))
      mails.behave(
        `550 5.1.1 <${email}> ${email}: a b \u001B[31m no user ${user}${` ${email}`.repeat(50)}`,
        email,
      )
      expectBody(await api.post('/registrations/', { courseId: 10, userId: id }), 201)
    }
    const failed = ['deliveries', 'list', '--status', 'failed'] as const
    await eventually(async () => expect((await run(...failed, '--json')).json()).toHaveLength(people.length))
    for (const { lastError } of (await run(...failed, '--json')).json())
      expect(lastError).toMatch(
        /^550 5\.1\.1 <\[address\]> \[address\]: a b .*no user \[address\]( \[address\])* ?(\[\w*)?$/,
      )
    expect(controlsIn((await run(...failed)).stdout)).toEqual([])
    await stopSpans()
    for (const line of lines) {
      expect(() => JSON.parse(line)).not.toThrow()
      expect(controlsIn(line)).toEqual([])
      expect(line).not.toContain(MARK)
    }
    // The line about it names the queue.
    const { send, close } = await brokerClient(system.rabbitmqUrl)
    await send(DEAD_LETTER_QUEUE, MARK, { headers: { 'x-queue': MARK } })
    await eventually(async () => expect((await run('dead-letters', 'list', '--json')).json()).not.toEqual([]))
    await close()
    for (const at of Object.values(system.health)) {
      const metrics = await (await fetch(`${at}/metrics`)).text()
      expect([unreadableMetrics(metrics), metrics.includes(MARK)]).toEqual([[], false])
    }
  })
})
