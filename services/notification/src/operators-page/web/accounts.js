// Groups, service accounts and their keys.
import { action, tellOnce } from './actions.js'
import { every, findById, getSoon, post, request, SOON_MS } from './api.js'
import { badge, facts, heading, headingOfMoment, html, noSuch, plural, soft, time } from './elements.js'
import { table } from './table.js'

const ACCOUNTS = '/admin/service-accounts/'
const GROUPS = '/admin/groups/'
const LEAD = 'Programs that call Rollcall, and the groups that decide what they see.'
const KEYS_LEAD =
  'The last use may be two minutes later than shown. A revoked key is rejected within 15 seconds, for good.'
const DAY_MS = 86_400_000
const EXPIRES_SOON_MS = 14 * DAY_MS

/** The names of accounts by their ids; a deleted one has none. */
const names = new Map()

/** One for all who ask at the same time. */
let reading

/** Reads the names of accounts, unless they are known. While they can't be read, ids are shown. */
export async function readAccountNames(ids) {
  if (ids.every((id) => names.has(id))) return
  reading ??= every(`${ACCOUNTS}?limit=1000`, SOON_MS)
    .catch(() => undefined)
    .finally(() => (reading = undefined))
  const accounts = await reading
  if (accounts === undefined) return
  for (const id of ids) names.set(id, undefined)
  for (const { id, name } of accounts) names.set(id, name)
}
export const accountName = (id) => (names.get(id) ? `${names.get(id)} (${id})` : `Account ${id}`)
export const accountLink = (id) => html`<a href="#/accounts/${id}">${accountName(id)}</a>`

const groupNames = new Map()
/** No more names are read for one record; the other groups are shown by their ids. */
const MAX_NAMES = 20

/** Reads the names of groups, unless they are known. While they can't be read, ids are shown. */
export async function readGroupNames(ids) {
  const unknown = ids.filter((id) => !groupNames.has(id)).slice(0, MAX_NAMES)
  const found = await Promise.all(unknown.map((id) => getSoon(`${GROUPS}${id}/`)))
  for (const group of found) if (!(group instanceof Error)) groupNames.set(group.id, group.name)
}
export const groupName = (id) => (groupNames.has(id) ? `${groupNames.get(id)} (${id})` : `group ${id}`)

export const accountsView = ({ id, part }) => (id === undefined ? overview(part) : account(id, part))

async function overview(part) {
  const readingGroups = part('groups', allGroups)
  const [groups, accounts, keys] = await Promise.all([
    readingGroups,
    // Then the names of the groups are known.
    part('accounts', () => allAccounts(readingGroups)),
    part('keys', allKeys),
  ])
  return html`
    ${headingOfMoment('Accounts and keys', LEAD)}
    <h2>Service accounts</h2>
    ${accounts}
    <h2>Keys of all accounts</h2>
    ${soft(KEYS_LEAD)} ${keys}
    <h2>Groups</h2>
    ${groups}
  `
}

async function allGroups() {
  const { body: groups, next } = await request('GET', `${GROUPS}?limit=1000`)
  for (const { id, name } of groups) groupNames.set(id, name)
  return html`${groups.length === 0 ? html`<p class="empty">There is no group.</p>` : treeOf(groups)}
  ${next ? soft('These are the first 1,000. The command `rollcall groups list` lists all.') : ''}`
}

const allAccounts = (groups) =>
  table({
    label: 'accounts',
    path: `${ACCOUNTS}?limit=100`,
    columns: [
      { name: 'Name', of: ({ name }) => name },
      { name: 'Id', of: ({ id }) => id },
      { name: 'Roles', of: ({ grants }) => grantsText(grants), shown: 'medium' },
      {
        name: 'Requests a minute',
        of: ({ requestsPerMinute }) => requestsPerMinute ?? 'default',
        shown: 'wide',
      },
    ],
    hrefOf: ({ id }) => `#/accounts/${id}`,
    enrich: (read) => groups.then(() => readGroupNames(read.flatMap(groupsOf))),
    empty: 'There is no service account.',
  })

/** The groups that an account has something to do with. */
const groupsOf = ({ grants, homeGroupId }) => [
  ...grants.map(({ groupId }) => groupId),
  ...(homeGroupId === null ? [] : [homeGroupId]),
]
const grantsText = (grants) =>
  grants.map(({ role, groupId }) => `${role} in ${groupName(groupId)}`).join(' · ') ||
  'No role: it sees nothing.'

/** The groups as a tree; one whose parent is not among them stands at its top. */
function treeOf(groups) {
  const known = new Set(groups.map(({ id }) => id))
  const children = Map.groupBy(groups, ({ parentId }) => (known.has(parentId) ? parentId : null))
  const item = ({ id, name }) => html`<li>${name} <span class="soft">${id}</span> ${list(id)}</li>`
  const list = (parentId) =>
    children.has(parentId)
      ? html`<ul class="tree">
          ${children.get(parentId).map(item)}
        </ul>`
      : ''
  return list(null)
}

async function account(id, part) {
  const all = html`<a href="#/accounts">← All accounts</a>`
  const [unread, known] = await part('account', () => readAccount(id))
  if (known === undefined) return [heading('Accounts and keys', '', all), unread]
  const { found } = known
  if (found === undefined) return noSuch('Accounts and keys', 'service account', id, all)
  const { name, grants, homeGroupId, requestsPerMinute } = found
  const lead = [
    `Account ${id}`,
    `home group: ${homeGroupId === null ? 'none' : groupName(homeGroupId)}`,
    requestsPerMinute === null ? 'the default limit' : `${plural(requestsPerMinute, 'request')} a minute`,
    grantsText(grants),
  ].join(' · ')
  return html`
    <p>${all}</p>
    ${headingOfMoment(name, lead, issue(id))} ${unread} ${await part('keys', () => keysOf(id))}
  `
}

/** The account, whose groups have names then, if there is one. */
async function readAccount(id) {
  const found = await findById(ACCOUNTS, id)
  if (found === undefined) return { found }
  names.set(found.id, found.name)
  await readGroupNames(groupsOf(found))
  return { found }
}

const keysOf = async (id) =>
  keyTable({
    rows: (await every(`${ACCOUNTS}${id}/keys/?limit=1000`)).toReversed(),
    columns: [KEY, ...KEY_COLUMNS],
    empty: 'It has no key and cannot call Rollcall.',
  })

const KEY = { name: 'Key', of: ({ keyId }) => html`<code>${keyId}</code>`, by: ({ keyId }) => keyId }
export const ACCOUNT = {
  name: 'Account',
  of: ({ accountId }) => accountLink(accountId),
  by: ({ accountId }) => accountName(accountId),
  shown: 'medium',
}
const KEY_COLUMNS = [
  { name: 'Purpose', of: ({ name: purpose }) => purpose, shown: 'wide' },
  { name: 'Status', of: (key) => badge(...stateOf(key)), by: (key) => stateOf(key)[1] },
  {
    name: 'Expires',
    of: ({ expiresAt, revokedAt }) => (revokedAt ? '' : time(expiresAt)),
    by: ({ expiresAt }) => expiresAt ?? '',
    shown: 'medium',
  },
  { name: 'Last used', of: ({ lastUsedAt }) => time(lastUsedAt), by: ({ lastUsedAt }) => lastUsedAt ?? '' },
  { name: 'Last used from', of: ({ lastUsedFrom }) => lastUsedFrom ?? '', shown: 'wide' },
]

/** Which keys are in use, and which can be revoked. */
const allKeys = () =>
  keyTable({
    path: '/admin/keys/?limit=100',
    columns: [KEY, ACCOUNT, ...KEY_COLUMNS],
    enrich: (keys) => readAccountNames(keys.map(({ accountId }) => accountId)),
  })

const keyTable = (options) =>
  table({
    label: 'keys',
    keyOf: ({ keyId }) => keyId,
    details: (key) => ({ title: html`<code>${key.keyId}</code>`, content: keyFacts(key) }),
    actions: ([key]) => keyActions(key.accountId, key),
    one: true,
    empty: 'There is no key.',
    ...options,
  })

const keyFacts = (key) =>
  facts({
    Account: accountLink(key.accountId),
    Purpose: key.name,
    Status: badge(...stateOf(key)),
    Created: time(key.createdAt),
    Expires: key.revokedAt ? '' : time(key.expiresAt),
    'Last used': time(key.lastUsedAt),
    'Last used from': key.lastUsedFrom,
    Revoked: key.revokedAt && time(key.revokedAt),
  })

function stateOf({ expiresAt, revokedAt }) {
  if (revokedAt) return ['soft', 'revoked']
  const leftMs = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - Date.now()
  if (leftMs <= 0) return ['bad', 'expired']
  return leftMs < EXPIRES_SOON_MS ? ['warn', 'expires soon'] : ['good', 'valid']
}

/** Each key is decided on its own. */
const keyActions = (accountId, key) => (key.revokedAt ? '' : [rotate(accountId, key), revoke(accountId, key)])

function issue(accountId) {
  const form = html`
    <label for="key-name">What is it for?</label>
    <input id="key-name" name="name" maxlength="255" autocomplete="off" />
    <label for="key-days">Days until it expires; empty for never</label>
    <input id="key-days" name="days" type="number" min="1" max="3650" value="90" />
  `
  const act = async ({ name, days }) => {
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    await showSecret(await post(`${ACCOUNTS}${accountId}/keys/`, { name, expiresAt }))
  }
  return action('Issue a key', form, act, 'main')
}

function rotate(accountId, { keyId }) {
  const content =
    `This issues a second key, whose secret is shown once. ${keyId} stays valid. ` +
    'Give the new key to the program. Revoke the old one when the program has done all its work ' +
    'without it: a program that runs once a day shows that only after a day.'
  const path = `${ACCOUNTS}${accountId}/keys/${keyId}/rotate/`
  return action('Rotate', content, async () => showSecret(await post(path, {})))
}

function revoke(accountId, { keyId, lastUsedAt }) {
  const content = html`Key ${keyId} of ${accountName(accountId)}, last used: ${time(lastUsedAt)}. Requests
  with it get 401 within 15 seconds, for good.`
  const path = `${ACCOUNTS}${accountId}/keys/${keyId}/`
  const act = () => request('DELETE', path).then(() => `Key ${keyId} is revoked.`)
  return action('Revoke', content, act, 'danger')
}

async function showSecret({ keyId, secret }) {
  const content = html`
    <p>The secret is shown only this once. Hand it over in a safe way.</p>
    <p>Key <code>${keyId}</code></p>
    <p>Secret <code>${secret}</code></p>
  `
  await tellOnce('Store the secret now', content, 'I have stored it')
}
