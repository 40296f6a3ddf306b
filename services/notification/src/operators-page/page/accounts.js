// Groups, service accounts and their keys.
import { action, list, tell } from './actions.js'
import { every, get, post, request } from './api.js'
import { badge, card, heading, html, plural, soft, time } from './elements.js'

const ACCOUNTS = '/admin/service-accounts/'
const DAY_MS = 86_400_000
const EXPIRES_SOON_MS = 14 * DAY_MS

export const accountsView = ({ id }) => (id === undefined ? overview() : account(id))

async function overview() {
  const groups = await every('/admin/groups/?limit=1000')
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  return html`
    ${heading('Accounts and keys', 'Programs that call Rollcall, and the groups that decide what they see.')}
    <h2>Service accounts</h2>
    ${await list(`${ACCOUNTS}?limit=20`, accountCard, 'There is no service account.')}
    <h2>Groups</h2>
    <section class="card">${groups.length === 0 ? 'There is no group.' : tree(children, null)}</section>
  `
}

const accountCard = ({ id, name, grants }) =>
  card(html`<a href="#/accounts/${id}">${name}</a>`, '', soft(grantsText(grants)))

const grantsText = (grants) =>
  grants.map(({ role, groupId }) => `${role} in group ${groupId}`).join(' · ') || 'No role: it sees nothing.'

const tree = (children, parentId) => {
  const groups = children.get(parentId) ?? []
  const item = ({ id, name }) =>
    html`<li>${name} <span class="soft small">${id}</span> ${tree(children, id)}</li>`
  return groups.length === 0
    ? ''
    : html`<ul class="tree">
        ${groups.map(item)}
      </ul>`
}

async function account(id) {
  const { name, grants, homeGroupId, requestsPerMinute } = await get(`${ACCOUNTS}${id}/`)
  const keys = await every(`${ACCOUNTS}${id}/keys/?limit=1000`)
  const place = `Account ${id} · home group ${homeGroupId ?? 'none'}`
  const requests =
    requestsPerMinute === null ? 'the default number of requests' : plural(requestsPerMinute, 'request')
  return html`
    <p class="small"><a href="#/accounts">← All accounts</a></p>
    ${heading(name, `${place} · ${requests} a minute · ${grantsText(grants)}`)}
    <div class="row">
      <h2 class="grow">Keys</h2>
      ${issue(id)}
    </div>
    ${keys.length === 0 ? soft('It has no key and cannot call Rollcall.') : ''}
    ${keys.toReversed().map((key) => keyCard(id, key))}
  `
}

const keyCard = (accountId, key) =>
  card(
    html`<code>${key.keyId}</code> ${key.name}`,
    [stateOf(key), key.revokedAt ? '' : [rotate(accountId, key), revoke(accountId, key)]],
    soft(
      ['Expires: ', time(key.expiresAt), ' · last used: ', time(key.lastUsedAt)],
      key.lastUsedFrom ? ` from ${key.lastUsedFrom}` : '',
    ),
  )

function stateOf({ expiresAt, revokedAt }) {
  if (revokedAt) return badge('bad', 'revoked')
  const leftMs = expiresAt === null ? Infinity : new Date(expiresAt).getTime() - Date.now()
  if (leftMs <= 0) return badge('bad', 'expired')
  return leftMs < EXPIRES_SOON_MS ? badge('warn', 'expires soon') : badge('good', 'valid')
}

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
    `This issues a new key. ${keyId} stays valid until you revoke it: ` + 'wait until it is no longer used.'
  const path = `${ACCOUNTS}${accountId}/keys/${keyId}/rotate/`
  return action('Rotate', content, async () => showSecret(await post(path, {})))
}

function revoke(accountId, { keyId, lastUsedAt }) {
  const content = ['Last used: ', time(lastUsedAt), '. Requests with it get 401 within 15 seconds, for good.']
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
  await tell('Store the secret now', content, 'I have stored it')
}
