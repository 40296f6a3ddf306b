// The mailbox page. What a mail says is only ever set as text, never as markup.
const REFRESH_MS = 1000
/** More mails than these are not listed. */
const MAX_LISTED = 500

const list = document.querySelector('#list')
const mail = document.querySelector('#mail')
const count = document.querySelector('#count')
const search = document.querySelector('#search')
const cut = document.querySelector('#cut')

/** `#12` in the address is mail 12, so that a link leads to it. */
const inAddress = () => Number(location.hash.slice(1)) || undefined

let chosen
let shown = ''

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' }
const DATE = { day: '2-digit', month: 'short' }
const FULL = new Intl.DateTimeFormat(undefined, { ...DATE, year: 'numeric', ...TIME, timeZoneName: 'short' })
const when = (at) => FULL.format(new Date(at))

/** In the list, the day of those that did not come today is enough. */
function shortly(at) {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return date.toLocaleString(undefined, isToday ? TIME : { ...DATE, ...TIME })
}

async function refresh() {
  try {
    const to = search.value.trim()
    const query = new URLSearchParams({ limit: MAX_LISTED + 1, ...(to === '' ? {} : { to }) })
    const answer = await fetch(`/api/messages?${query}`)
    const found = await answer.json()
    const messages = found.slice(0, MAX_LISTED)
    const total = Number(answer.headers.get('X-Total-Count'))
    const shownOf = to === '' ? '' : `, ${messages.length} shown`
    count.textContent = `${total} ${total === 1 ? 'e-mail' : 'e-mails'}${shownOf}`
    cut.hidden = found.length <= MAX_LISTED
    const now = JSON.stringify([to, messages.map(({ id }) => id)])
    if (now === shown) return
    shown = now
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined
    list.replaceChildren(...messages.map(row))
    // A mail that arrives must not take the focus away from who reads by keyboard.
    if (focused !== undefined) list.querySelector(`button[data-id="${focused}"]`)?.focus()
    if (chosen === undefined && messages.length > 0) await choose(inAddress() ?? messages[0].id)
  } catch {
    count.textContent = 'The mailbox does not answer.'
  }
}

function row({ id, subject, to, at }) {
  const button = element(
    'button',
    { type: 'button', onclick: () => (location.hash = id) },
    element('span', { className: 'to', textContent: to.join(', ') }),
    element('span', { className: 'subject', textContent: subject || '(no subject)' }),
    element('time', { dateTime: at, title: when(at), textContent: shortly(at) }),
  )
  button.dataset.id = String(id)
  button.setAttribute('aria-current', String(id === chosen))
  return element('li', {}, button)
}

async function choose(id) {
  chosen = id
  for (const button of list.querySelectorAll('button'))
    button.setAttribute('aria-current', String(button.dataset.id === String(id)))
  const answer = await fetch(`/api/messages/${id}`)
  if (!answer.ok) {
    const text = `There is no mail ${id}: the mailbox was emptied, or the link is for another one.`
    return mail.replaceChildren(element('p', { className: 'hint', textContent: text }))
  }
  const message = await answer.json()
  const facts = {
    To: message.to.join(', '),
    From: message.from,
    Date: when(message.date),
    'Message-ID': message.messageId,
  }
  const text = element('pre', { textContent: message.text })
  const html = element('iframe', { title: 'The mail', src: `/api/messages/${id}/html` })
  const asText = element('summary', { textContent: 'As text' })
  mail.replaceChildren(
    element('h2', { textContent: message.subject || '(no subject)' }),
    element(
      'dl',
      {},
      ...Object.entries(facts)
        .filter(([, value]) => value)
        .map(([name, value]) =>
          element('div', {}, element('dt', { textContent: name }), element('dd', { textContent: value })),
        ),
    ),
    ...(message.html === '' ? [text] : [html, element('details', {}, asText, text)]),
    element('p', {}, element('a', { href: `/api/messages/${id}/raw`, textContent: 'With all headers' })),
  )
}

search.addEventListener('input', () => void refresh())
addEventListener('hashchange', () => void (inAddress() && choose(inAddress())))
await refresh()
setInterval(() => void refresh(), REFRESH_MS)
