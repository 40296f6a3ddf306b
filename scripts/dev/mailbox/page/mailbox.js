// The mailbox page. What a mail says is only ever set as text, never as markup.
const REFRESH_MS = 1000

const list = document.querySelector('#list')
const mail = document.querySelector('#mail')
const count = document.querySelector('#count')
const search = document.querySelector('#search')

let chosen
let shown = ''

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

const when = (at) => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

async function refresh() {
  try {
    const to = search.value.trim()
    const answer = await fetch(`/api/messages?limit=500${to === '' ? '' : `&to=${encodeURIComponent(to)}`}`)
    const messages = await answer.json()
    const total = Number(answer.headers.get('X-Total-Count'))
    count.textContent = `${total} ${total === 1 ? 'mail' : 'mails'}${to === '' ? '' : `, ${messages.length} shown`}`
    const now = JSON.stringify([to, messages.map(({ id }) => id)])
    if (now === shown) return
    shown = now
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined
    list.replaceChildren(...messages.map(row))
    // A mail that arrives must not take the focus away from who reads by keyboard.
    if (focused !== undefined) list.querySelector(`button[data-id="${focused}"]`)?.focus()
    if (chosen === undefined && messages.length > 0) await choose(messages[0].id)
  } catch {
    count.textContent = 'The mailbox does not answer.'
  }
}

function row({ id, subject, to, at }) {
  const button = element(
    'button',
    { type: 'button', onclick: () => void choose(id) },
    element('span', { className: 'subject', textContent: subject || '(no subject)' }),
    element('time', { dateTime: at, textContent: new Date(at).toLocaleTimeString() }),
    element('span', { className: 'to', textContent: to.join(', ') }),
  )
  button.dataset.id = String(id)
  button.setAttribute('aria-current', String(id === chosen))
  return element('li', {}, button)
}

async function choose(id) {
  chosen = id
  for (const button of list.querySelectorAll('button'))
    button.setAttribute('aria-current', String(button.dataset.id === String(id)))
  const message = await (await fetch(`/api/messages/${id}`)).json()
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
      ...Object.entries(facts).flatMap(([name, value]) => [
        element('dt', { textContent: name }),
        element('dd', { textContent: value }),
      ]),
    ),
    ...(message.html === '' ? [text] : [html, element('details', {}, asText, text)]),
    element('p', {}, element('a', { href: `/api/messages/${id}/raw`, textContent: 'As it was sent' })),
  )
}

search.addEventListener('input', () => void refresh())
await refresh()
setInterval(() => void refresh(), REFRESH_MS)
