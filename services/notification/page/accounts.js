// Groups, service accounts and their keys.
import { get, page, post, request } from './api.js'
import { badge, button, card, confirm, h, notify, pagedList, showDialog, table, time } from './dom.js'
import { attempt } from './mails.js'

const DAY_MS = 86_400_000
const EXPIRES_SOON_MS = 14 * DAY_MS

export const accountsView = (context) => (context.id === undefined ? overview() : account(context))

async function overview() {
  const [groups, accounts] = await Promise.all([
    allGroups(),
    pagedList('/admin/service-accounts/?limit=20', page, accountCard, 'There is no service account.'),
  ])
  return [
    h('h1', { tabindex: '-1' }, 'Accounts and keys'),
    h('p', { class: 'lead' }, 'Programs that call Rollcall, and the groups that decide what they see.'),
    h('h2', {}, 'Service accounts'),
    accounts,
    h('h2', {}, 'Groups'),
    card(tree(groups)),
  ]
}

const accountCard = ({ id, name, grants }) =>
  card(
    h('h3', {}, h('a', { href: `#/accounts/${id}` }, name)),
    h(
      'p',
      { class: 'soft small' },
      grants.length === 0
        ? 'No role: it sees nothing.'
        : grants.map(({ role, groupId }) => `${role} in group ${groupId}`).join(' · '),
    ),
  )

async function allGroups() {
  const groups = []
  for (let path = '/admin/groups/?limit=1000'; path !== undefined;) {
    const { items, next } = await page(path)
    groups.push(...items)
    path = next
  }
  return groups
}

function tree(groups) {
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  const below = (id) => {
    const items = children.get(id) ?? []
    return (
      items.length > 0 &&
      h(
        'ul',
        id === null ? { class: 'tree' } : {},
        items.map((group) =>
          h('li', {}, group.name, h('span', { class: 'soft small' }, ` ${group.id}`), below(group.id)),
        ),
      )
    )
  }
  return below(null) || h('p', { class: 'soft' }, 'There is no group.')
}

async function account({ id, refresh }) {
  const [{ name, grants, homeGroupId, requestsPerMinute }, keys] = await Promise.all([
    get(`/admin/service-accounts/${id}/`),
    page(`/admin/service-accounts/${id}/keys/?limit=100`),
  ])
  return [
    h('p', { class: 'small' }, h('a', { href: '#/accounts' }, '← All accounts')),
    h('h1', { tabindex: '-1' }, name),
    h(
      'p',
      { class: 'lead' },
      `Account ${id} · home group ${homeGroupId ?? 'none'} · ${requestsPerMinute ?? 'the default number of'} requests a minute`,
    ),
    card(
      grants.length === 0
        ? 'It has no role and sees nothing.'
        : table(
            ['Role', 'Group'],
            grants.map(({ role, groupId }) => [role, groupId]),
          ),
    ),
    h(
      'div',
      { class: 'row' },
      h('h2', { class: 'grow' }, 'Keys'),
      button('Issue a key', () => issue(id, refresh), 'main'),
    ),
    card(
      keys.items.length === 0
        ? 'It has no key and can not call Rollcall.'
        : table(
            ['Key', 'State', 'Expires', 'Last used', ''],
            keys.items.toReversed().map((key) => keyRow(id, key, refresh)),
          ),
    ),
    keys.next && h('p', { class: 'soft' }, 'Only the first 100 keys are shown.'),
  ].filter(Boolean)
}

function keyRow(account, { keyId, name, expiresAt, revokedAt, lastUsedAt, lastUsedFrom }, refresh) {
  const expired = expiresAt !== null && new Date(expiresAt) <= new Date()
  const soon = expiresAt !== null && new Date(expiresAt).getTime() - Date.now() < EXPIRES_SOON_MS
  const state = revokedAt
    ? badge('bad', 'revoked')
    : expired
      ? badge('bad', 'expired')
      : soon
        ? badge('warn', 'expires soon')
        : badge('good', 'valid')
  return [
    [h('code', {}, keyId), name && h('div', { class: 'soft small' }, name)],
    state,
    expiresAt ? time(expiresAt) : 'never',
    lastUsedAt ? [time(lastUsedAt), h('div', { class: 'soft small' }, `from ${lastUsedFrom}`)] : 'never',
    !revokedAt &&
      h(
        'div',
        { class: 'row' },
        button('Rotate', () => rotate(account, keyId, refresh)),
        button('Revoke', () => revoke(account, keyId, lastUsedAt, refresh), 'danger'),
      ),
  ]
}

async function issue(account, refresh) {
  const name = h('input', { id: 'key-name', maxlength: '255', autocomplete: 'off' })
  const days = h('input', { id: 'key-days', type: 'number', min: '1', max: '3650', value: '90' })
  const form = [
    h('p', {}, h('label', { for: 'key-name' }, 'What is it for?'), name),
    h('p', {}, h('label', { for: 'key-days' }, 'Days until it expires; empty for never'), days),
  ]
  if (
    (await showDialog('Issue a key', form, [
      ['Cancel', ''],
      ['Issue', 'yes', 'main'],
    ])) !== 'yes'
  )
    return
  const expiresAt =
    days.value === '' ? null : new Date(Date.now() + Number(days.value) * DAY_MS).toISOString()
  await showSecret(
    await attempt(() => post(`/admin/service-accounts/${account}/keys/`, { name: name.value, expiresAt })),
  )
  await refresh()
}

async function rotate(account, keyId, refresh) {
  if (
    !(await confirm(
      'Rotate this key?',
      `A new key is issued. ${keyId} stays valid until you revoke it: wait until it is no longer used.`,
      'Rotate',
    ))
  )
    return
  await showSecret(await attempt(() => post(`/admin/service-accounts/${account}/keys/${keyId}/rotate/`, {})))
  await refresh()
}

async function showSecret(key) {
  if (key === undefined) return
  await showDialog(
    'Store the secret now',
    [
      h('p', {}, 'It is shown only this once. Hand it over in a safe way.'),
      h(
        'dl',
        {},
        h('dt', {}, 'Key'),
        h('dd', {}, h('code', {}, key.keyId)),
        h('dt', {}, 'Secret'),
        h('dd', {}, h('code', {}, key.secret)),
      ),
    ],
    [['I have stored it', '', 'main']],
  )
}

async function revoke(account, keyId, lastUsedAt, refresh) {
  const use = lastUsedAt ? ['It was last used ', time(lastUsedAt), '. '] : 'It was never used. '
  if (
    !(await confirm(
      'Revoke this key?',
      [use, 'Its requests get 401 within 15 seconds. This can not be undone.'],
      'Revoke',
      'danger',
    ))
  )
    return
  const done = await attempt(() => request('DELETE', `/admin/service-accounts/${account}/keys/${keyId}/`))
  if (done) notify(`Key ${keyId} is revoked.`)
  await refresh()
}
