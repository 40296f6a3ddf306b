import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnMapOf } from '../../../clients/cli/src/import/columns.ts'
import { dateFormOf } from '../../../clients/cli/src/import/date-form.ts'
import { fieldsOf, KINDS, type Kind } from '../../../clients/cli/src/import/fields.ts'
import { checkedEncoding } from '../../../clients/cli/src/files/encoding.ts'
import { candidatesAmong, originalsAmong } from '../../../clients/cli/src/import/rewritten-ids.ts'
import { anyCase, canonical, comparedName, isGarbled } from '../../../clients/cli/src/import/texts.ts'
import { rowsOf, type RowSource } from '../../../clients/cli/src/import/rows.ts'
import { withoutRepeated } from '../../../clients/cli/src/import/survey.ts'
import { DEFAULT_PATIENCE, repeating } from '../../../clients/typescript/src/repeat.ts'
import { toEmailFailure } from '../../../services/notification/src/emails/smtp-failure.ts'
import { readRetryAfter } from '../../../services/notification/src/webhooks/deliveries/rules.ts'
import { Relay, type PendingEvent } from '../../../services/platform/messaging/relay.ts'
import { createMetrics } from '../../../services/platform/observability/metrics.ts'
import { Scope } from '../../../services/platform/domain/account.ts'
import { GroupTree } from '../../../services/user/src/groups/rules.ts'
import { listScimGroups } from '../../../services/user/src/scim/groups.ts'
import { listScimUsers } from '../../../services/user/src/scim/users.ts'
import { newUser } from '../../../services/user/src/users/rules.ts'
import { aDependency, anEvent } from '../../../testing/broker.ts'
import { testLogger } from '../../../testing/leak-check.ts'
import { aDispatcher, turns } from '../../../testing/notification/dispatcher.ts'
import { bytesOf } from './shapes.ts'
import { forMany, type Reader } from './work.ts'

const failureWith = (response: string) => Object.assign(new Error('rejected'), { response })

const ONCE = { ...DEFAULT_PATIENCE, attempts: 1 }

/** Those that read what a server responds. */
export const READERS: Readonly<Record<string, Reader>> = {
  'the reply of a mail server': (text) =>
    toEmailFailure(failureWith(text), { progress: 'session', to: 'ada.b-c@example.org' }),
  'the reply of a mail server about a mailbox': (text) =>
    toEmailFailure(failureWith(text), { progress: 'session', to: `${'a'.repeat(30)}@example.org` }),
  'Retry-After of a receiver': (text) => readRetryAfter(text, new Date()),
  'the page of a proxy': (text) =>
    repeating(() => Promise.resolve(new Response(text, { status: 502 })), ONCE)('http://127.0.0.1/'),
  'an id that a spreadsheet has changed': (text) => originalsAmong(['a', text], (id) => id)(`${text}0`),
  'a text of a row, compared': (text) => [canonical, anyCase, comparedName].map((form) => form(text)),
  'a text of a row, saved in another encoding': (text) => isGarbled(`${text}?`, `${text}é`),
  'an id of a row that may be another': (text) => candidatesAmong(['a', text], (id) => id)(text),
}

/** What is done for each of many receivers of an event, and for each record of a list. */
export const SENDERS: Readonly<Record<string, Reader>> = {
  'the lanes of an event': async (text) => {
    const { offer } = aDispatcher({ attempt: () => Promise.resolve({ timedOut: false }) })
    forMany(text, offer)
    await turns()
  },
  'events that are published': async (text) => {
    const outbox = { markPublished: () => Promise.resolve() } as unknown as PendingEvent['outbox']
    const relay = new Relay({
      outboxes: [],
      publisher: {
        state: aDependency('rabbitmq'),
        publishAll: (all) => Promise.resolve(all.map(() => 'confirmed' as const)),
      },
      mongodb: aDependency('mongodb'),
      logger: testLogger(),
      metrics: createMetrics('test'),
    })
    relay.start()
    const pending = forMany(text, (i) => ({ outbox, record: { _id: i }, event: anEvent(), claim: 'claim' }))
    for (const one of pending) relay.enqueue([one])
    await relay.stop()
  },
  'a tree of many groups, and an account that may see them': (text) => {
    const ids = forMany(text, (i) => i + 1)
    const groups = new GroupTree()
    for (const id of ids) groups.put({ id, name: 'North', parentId: Math.floor(id / 2) || null })
    const scope = new Scope(groups.withSubgroups([1]), groups.groupsByAncestor(ids).keys())
    return [scope.ids(), scope.includesAll(new Scope(ids)), scope.includesAny(ids.map((id) => -id))]
  },
  'groups that a directory looks up': (text) => {
    const ids = forMany(text, (i) => i + 1)
    const groups = new GroupTree()
    for (const id of ids) groups.put({ id, name: 'North', parentId: null })
    const filter = ids.map(() => 'displayName eq "North"').join(' and ')
    const list = listScimGroups({ groups: { tree: () => Promise.resolve(groups) }, publicUrl: '' })
    return list(aScimCall({ scope: new Scope(ids), query: { filter } }))
  },
  'attributes of users that a directory wants': (text) => {
    const names = { loginName: 'ada', email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' }
    const records = forMany(text, (i) => ({ ...newUser({ ...names, groupIds: [] }, NOW), id: i + 1 }))
    const users = { list: () => Promise.resolve({ keys: [], records }), count: () => Promise.resolve(1) }
    const attributes = records.map(({ id }) => `a${id}`).join(',')
    const list = listScimUsers({ users: { ...users, ...NO_USERS }, clock: { now: () => NOW }, publicUrl: '' })
    return list(aScimCall({ scope: new Scope(), query: { attributes } }))
  },
}

const NOW = new Date()
const NO_USERS = { find: () => Promise.resolve(undefined), findByUpsertKeys: () => Promise.resolve([]) }
const aScimCall = (call: object) => ({ rawPath: '/scim/v2/', ...call }) as never

const NO_LINES = { before: 0, after: 0 }

/** Those of the files of the command line. */
export async function fileReaders() {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-cost-'))
  const path = join(folder, 'users')
  const dateForm = dateFormOf('MM/dd/yy, hh:mm a')
  const read = async (format: RowSource['format'], text: string, kind: Kind = 'users') => {
    await writeFile(path, bytesOf(text))
    const fields = fieldsOf(kind)
    const map = columnMapOf([], fields)
    const encoding = await checkedEncoding({ file: path, path, encoding: undefined }, () => undefined)
    const source = { path, format, encoding, fields, dateForm, now: new Date(), lastRowMayBeShort: true }
    for await (const _ of withoutRepeated(kind, rowsOf({ ...source, map, skippedLines: NO_LINES })));
  }
  const names = 'externalId,loginName,firstName\n'
  const readers: Readonly<Record<string, Reader>> = {
    'a cell of a CSV file': (text) => read('csv', `${names}e,l,"${text.replaceAll('"', '""')}"\n`),
    'rows of a CSV file': (text) => read('csv', `${names}${text}`),
    'many rows of a CSV file': (text) => read('csv', `${names}${lines(text)}`),
    'the header of a CSV file': (text) => read('csv', `${text}\na,b,c\n`),
    'a date of a CSV file': (text) =>
      read('csv', `externalId,expirationDate\ne,"${text.replaceAll('"', '""')}"\n`),
    'a field of an NDJSON file': (text) => read('ndjson', `{"firstName":${JSON.stringify(text)}}\n`),
    'rows of an NDJSON file': (text) => read('ndjson', lines(text)),
  }
  /** Records and their parts, all different: no repeated sign is one. */
  const counted: Readonly<Record<string, Reader>> = {
    ...Object.fromEntries(
      KINDS.map((kind) => {
        const columns = fieldsOf(kind).map(({ name }) => name)
        const rowOf = (i: number) => columns.map((name) => `${name}${i}`).join(',')
        const rows = (text: string) => [columns.join(','), ...forMany(text, rowOf)].join('\n')
        return [`many ${kind} of a CSV file`, (text: string) => read('csv', rows(text), kind)]
      }),
    ),
    'the fields of an NDJSON row': (text) =>
      read('ndjson', `{${forMany(text, (i) => `"f${i}":1`).join(',')}}\n`),
  }
  return { folder, readers, counted, remove: () => rm(folder, { recursive: true }) }
}

/** As long as one row of a file usually is. */
const LINE_LENGTH = 60

const lines = (text: string): string => text.replaceAll(new RegExp(`.{${LINE_LENGTH}}`, 'gsu'), '$&\n')

const ENDED = ['"a"b', '"a" b', '"a', 'a"', '""a"', '"a\uD83D"', 'a\0', '', ' '].flatMap((cell) =>
  [cell, `${cell},b`, `b,${cell}`, `b,${cell},b`, `${cell}${',b'.repeat(9)}`].map((line) => `${line}\n`),
)
const ROW = '{"externalId":"e","score":[1,{}]}'
/** Rows that can't be read, each for a file of nothing else, by the reader of that file. */
export const WRONG_ROWS: Readonly<Record<string, readonly string[]>> = {
  // An opened quote may hide what follows, and bytes that are no UTF-8 end it all.
  'rows of a CSV file': [
    '"a"b,c\n',
    ENDED.filter((row) => row.isWellFormed() && row.split('"').length % 2 === 1).join(''),
    ...ENDED,
  ],
  'rows of an NDJSON file': [...ROW.split(''), '\0', '\uD83D'].map(
    (sign, i) => `${ROW.slice(0, i)}${sign.repeat(2)}\n`,
  ),
}
