// Groups, service accounts and their keys.
import { action, tellOnce } from './actions.js'
import { every, get, post, request } from './api.js'
import { badge, facts, heading, html, time } from './elements.js'
import { table } from './table.js'

const ACCOUNTS = '/admin/service-accounts/'
const DAY_MS = 86_400_000
const EXPIRES_SOON_MS = 14 * DAY_MS

/** The names of accounts by their ids; a deleted one has none. */
const names = new Map()

/** Reads the names of accounts, unless they are known. */
export async function readAccountNames(ids) {
  if (ids.every((id) => names.has(id))) return
  for (const id of ids) names.set(id, undefined)
  for (const { id, name } of await every(`${ACCOUNTS}?limit=1000`)) names.set(id, name)
}
export const accountName = (id) => names.get(id) ?? `Account ${id}`
export const accountLink = (id) => html`<a href="#/accounts/${id}">${accountName(id)}</a>`

export const accountsView = ({ id }) => (id === undefined ? overview() : account(id))

async function overview() {
  const [groups, accounts] = await Promise.all([
    every('/admin/groups/?limit=1000'),
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
        {
          name: 'Keys',
          of: ({ id, name }) => html`<a href="#/accounts/${id}" aria-label="Keys of ${name}">Keys</a>`,
          by: () => '',
        },
      ],
      details: ({ id, name, grants, homeGroupId, requestsPerMinute }) => ({
        title: name,
        content: html`${facts({
            Account: id,
            Roles: grantsText(grants),
            'Home group': homeGroupId ?? 'none',
            'Requests a minute': requestsPerMinute ?? 'the default',
          })}<a href="#/accounts/${id}">Show its keys</a>`,
      }),
      empty: 'There is no service account.',
    }),
  ])
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  return html`
    ${heading('Accounts and keys', 'Programs that call Rollcall, and the groups that decide what they see.')}
    <h2>Service accounts</h2>
    ${accounts}
    <h2>Groups</h2>
    ${groups.length === 0 ? html`<p class="empty">There is no group.</p>` : tree(children, null)}
  `
}

const grantsText = (grants) =>
  grants.map(({ role, groupId }) => `${role} in group ${groupId}`).join(' · ') || 'No role: it sees nothing.'

const tree = (children, parentId) => {
  const groups = children.get(parentId) ?? []
  const item = ({ id, name }) => html`<li>${name} <span class="soft">${id}</span> ${tree(children, id)}</li>`
  return groups.length === 0
    ? ''
    : html`<ul class="tree">
        ${groups.map(item)}
      </ul>`
}

async function account(id) {
  const { name, grants, homeGroupId, requestsPerMinute } = await get(`${ACCOUNTS}${id}/`)
  const keys = await every(`${ACCOUNTS}${id}/keys/?limit=1000`)
  const lead = [
    `Account ${id}`,
    `home group ${homeGroupId ?? 'none'}`,
    `${requestsPerMinute ?? 'the default number of'} requests a minute`,
    grantsText(grants),
  ].join(' · ')
  return html`
    <p><a href="#/accounts">← All accounts</a></p>
    ${heading(name, lead, issue(id))}
    ${await table({
      label: 'keys',
      rows: keys.toReversed(),
      keyOf: ({ keyId }) => keyId,
      columns: [
        { name: 'Key', of: ({ keyId }) => html`<code>${keyId}</code>`, by: ({ keyId }) => keyId },
        { name: 'For', of: ({ name: purpose }) => purpose, shown: 'wide' },
        { name: 'Status', of: (key) => badge(...stateOf(key)), by: (key) => stateOf(key)[1] },
        {
          name: 'Expires',
          of: ({ expiresAt }) => time(expiresAt),
          by: ({ expiresAt }) => expiresAt ?? '',
          shown: 'medium',
        },
        {
          name: 'Last used',
          of: ({ lastUsedAt }) => time(lastUsedAt),
          by: ({ lastUsedAt }) => lastUsedAt ?? '',
        },
        { name: 'Last used from', of: ({ lastUsedFrom }) => lastUsedFrom ?? '', shown: 'wide' },
      ],
      details: (key) => ({ title: key.name || 'Key', content: keyFacts(key) }),
      actions: ([key]) => keyActions(id, key),
      one: true,
      empty: 'It has no key and cannot call Rollcall.',
    })}
  `
}

const keyFacts = (key) =>
  facts({
    Key: html`<code>${key.keyId}</code>`,
    Status: badge(...stateOf(key)),
    Expires: time(key.expiresAt),
    'Last used': time(key.lastUsedAt),
    From: key.lastUsedFrom,
    Revoked: key.revokedAt && time(key.revokedAt),
  })

function stateOf({ expiresAt, revokedAt }) {
  if (revokedAt) return ['bad', 'revoked']
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
    `This issues a second key, whose secret is shown once. ${keyId} stays valid: ` +
    'revoke it when its last use is longer ago than your program pauses.'
  const path = `${ACCOUNTS}${accountId}/keys/${keyId}/rotate/`
  return action('Rotate', content, async () => showSecret(await post(path, {})))
}

function revoke(accountId, { keyId, lastUsedAt }) {
  const content = html`Last used: ${time(lastUsedAt)}. Requests with it get 401 within 15 seconds, for good.`
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
