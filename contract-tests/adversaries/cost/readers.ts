import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnMapOf } from '../../../clients/cli/src/import/columns.ts'
import { dateFormOf } from '../../../clients/cli/src/import/date-form.ts'
import { fieldsOf } from '../../../clients/cli/src/import/fields.ts'
import { checkedEncoding } from '../../../clients/cli/src/files/encoding.ts'
import { candidatesAmong, originalsAmong } from '../../../clients/cli/src/import/rewritten-ids.ts'
import { anyCase, canonical, comparedName, isGarbled } from '../../../clients/cli/src/import/texts.ts'
import { rowsOf, type RowSource } from '../../../clients/cli/src/import/rows.ts'
import { withoutRepeated } from '../../../clients/cli/src/import/survey.ts'
import { each } from '../../../clients/typescript/src/each.ts'
import { DEFAULT_PATIENCE, repeating } from '../../../clients/typescript/src/repeat.ts'
import { toSendFailure } from '../../../services/notification/src/emails/smtp-failure.ts'
import { readRetryAfter } from '../../../services/notification/src/webhooks/deliveries/rules.ts'
import { Visibility } from '../../../services/notification/src/webhooks/deliveries/visibility.ts'
import { Scope } from '../../../services/platform/domain/account.ts'
import { GroupTree } from '../../../services/user/src/groups/rules.ts'
import { listScimGroups } from '../../../services/user/src/scim/groups.ts'
import { listScimUsers } from '../../../services/user/src/scim/users.ts'
import { newUser } from '../../../services/user/src/users/rules.ts'
import { aDispatcher, turns } from '../../../testing/notification/dispatcher.ts'

/** Something that reads a text of a file or of a server, which no contract limits. */
export type Reader = (text: string) => unknown

const failureWith = (response: string) => Object.assign(new Error('rejected'), { response })

const ONCE = { ...DEFAULT_PATIENCE, attempts: 1 }

/** Those that read what a server responds. */
export const READERS: Readonly<Record<string, Reader>> = {
  'the reply of a mail server': (text) =>
    toSendFailure(failureWith(text), { progress: 'session', to: 'ada.b-c@example.org' }),
  'the reply of a mail server about a mailbox': (text) =>
    toSendFailure(failureWith(text), { progress: 'session', to: `${'a'.repeat(30)}@example.org` }),
  'Retry-After of a receiver': (text) => readRetryAfter(text, new Date()),
  'Link of a list': async (text) => {
    const headers = { get: () => text } as unknown as Headers
    const page = { raw: { headers } as Response, value: () => Promise.resolve([]) }
    await each(() => Promise.resolve(page)).next()
  },
  'the page of a proxy': (text) =>
    repeating(() => Promise.resolve(new Response(text, { status: 502 })), ONCE)('http://127.0.0.1/'),
  'an id that a spreadsheet has changed': (text) => originalsAmong(['a', text], (id) => id)(`${text}0`),
  'a text of a row, compared': (text) => [canonical, anyCase, comparedName].map((form) => form(text)),
  'a text of a row, saved in another encoding': (text) => isGarbled(`${text}?`, `${text}é`),
  'an id of a row that may be another': (text) => candidatesAmong(['a', text], (id) => id)(text),
}

/** The sender decides how small the pieces of a response are. */
const PIECE_BYTES = 500

/** Those that read a response to its end, which comes in pieces. */
export const STREAMS: Readonly<Record<string, Reader>> = {
  'a response to the TypeScript client': (text) => {
    const send = () => Promise.resolve(new Response(inPieces(text), { headers: JSON_TYPE }))
    return repeating(send, ONCE)('http://127.0.0.1/')
  },
}
const JSON_TYPE = { 'content-type': 'application/json' }

function inPieces(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  let position = 0
  return new ReadableStream({
    pull(controller) {
      if (position >= bytes.length) controller.close()
      else controller.enqueue(bytes.subarray(position, (position += PIECE_BYTES)))
    },
  })
}

const CHARACTERS_OF_ONE = 20
/** Calls it for each of many numbers: for a longer text there are more. */
const forMany = <T>({ length }: string, one: (i: number) => T): T[] =>
  Array.from({ length: length / CHARACTERS_OF_ONE }, (_, i) => one(i))

/** What is done for each of many receivers of an event, and for each record of a list. */
export const SENDERS: Readonly<Record<string, Reader>> = {
  'the lanes of an event': async (text) => {
    const { offer } = aDispatcher({ attempt: () => Promise.resolve({ timedOut: false }) })
    forMany(text, offer)
    await turns()
  },
  'accounts that may see an event about somebody in many groups': (text) => {
    const groupIds = forMany(text, (i) => i + 1)
    const visibility = new Visibility({
      checkVisibility: () => Promise.resolve([]),
      findUserGroups: () => Promise.resolve(new Map([[1, groupIds]])),
      findCourseGroups: () => Promise.resolve(new Map()),
    })
    const endpoints = groupIds.map((accountId) => ({ accountId, accountCreatedAt: NOW }))
    return visibility.mayReceive(endpoints, { type: 'user.updated', userId: 1 })
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
    const records = forMany(text, (i) => newUser(i + 1, { ...names, groupIds: [] }, NOW))
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
  const fields = fieldsOf('users')
  const dateForm = dateFormOf('MM/dd/yy, hh:mm a')
  const map = columnMapOf(['externalId=externalId'], fields)
  const read = async (format: RowSource['format'], text: string) => {
    await writeFile(path, text)
    const encoding = await checkedEncoding({ file: path, path, encoding: undefined }, () => undefined)
    const source = { path, format, encoding, fields, dateForm, now: new Date(), lastRowMayBeShort: true }
    for await (const _ of withoutRepeated('users', rowsOf({ ...source, map, skippedLines: NO_LINES })));
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
    'many people of a CSV file': (text) =>
      read('csv', names + forMany(text, (i) => `e${i},l${i},Ada\n`).join('')),
    'the cells of a CSV row': (text) => read('csv', `${names}${forMany(text, () => 'a').join(',')}\n`),
    'the fields of an NDJSON row': (text) =>
      read('ndjson', `{${forMany(text, (i) => `"f${i}":1`).join(',')}}\n`),
  }
  return { readers, counted, remove: () => rm(folder, { recursive: true }) }
}

/** As long as one row of a file usually is. */
const LINE_LENGTH = 60

const lines = (text: string): string => text.replaceAll(new RegExp(`.{${LINE_LENGTH}}`, 'gsu'), '$&\n')
