// Signs in, and shows the view that the address names.
import { accountsView } from './accounts.js'
import { request, token } from './api.js'
import { deadLettersView } from './dead-letters.js'
import { button, failure, h, notify } from './dom.js'
import { healthView } from './health.js'
import { mailsView } from './mails.js'
import { personView } from './person.js'
import { webhooksView } from './webhooks.js'

const VIEWS = {
  person: ['Person', personView],
  mails: ['E-mails', mailsView],
  webhooks: ['Webhooks', webhooksView],
  'dead-letters': ['Dead letters', deadLettersView],
  accounts: ['Accounts and keys', accountsView],
  health: ['Health', healthView],
}

const main = document.querySelector('#main')
const header = document.querySelector('#top')
/** Ends what the last view still does. */
let leave = new AbortController()

async function show({ quietly = false } = {}) {
  leave.abort()
  leave = new AbortController()
  const { signal } = leave
  header.hidden = token.get() === null
  if (token.get() === null) return signIn()
  const [path, query = ''] = location.hash.replace(/^#\//, '').split('?')
  const [name, id] = path.split('/')
  const [title, view] = VIEWS[name] ?? VIEWS.person
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#/${VIEWS[name] ? name : 'person'}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  document.title = `${title} · Rollcall operations`
  main.setAttribute('aria-busy', 'true')
  const refresh = () => show({ quietly: true })
  const content = await view({ id, query: new URLSearchParams(query), refresh, signal }).catch((error) => [
    h('h1', { tabindex: '-1' }, title),
    failure(error),
    button('Try again', refresh),
  ])
  if (signal.aborted) return
  main.replaceChildren(...[content].flat())
  main.removeAttribute('aria-busy')
  // A new view is read from its heading; a refreshed one keeps the place.
  if (!quietly) main.querySelector('[data-focus], h1')?.focus()
}

function signIn(message) {
  const input = h('input', {
    id: 'token',
    type: 'password',
    autocomplete: 'off',
    required: true,
    'data-focus': true,
  })
  const problem = h('p', { class: 'bad', role: 'alert' }, message ?? '')
  const form = h(
    'form',
    {
      onsubmit: async (event) => {
        event.preventDefault()
        token.set(input.value.trim())
        try {
          await request('GET', '/admin/groups/?limit=1')
          await show()
        } catch (error) {
          token.remove()
          problem.textContent = error.status === 401 ? 'This token is not valid.' : error.message
          input.focus()
        }
      },
    },
    h('div', {}, h('label', { for: 'token' }, 'Operator token'), input),
    problem,
    h('button', { class: 'main' }, 'Sign in'),
  )
  main.replaceChildren(
    h(
      'section',
      { class: 'card sign-in' },
      h('h1', { tabindex: '-1' }, 'Rollcall operations'),
      h('p', { class: 'soft' }, 'The token stays in this tab and is gone when you close it.'),
      form,
    ),
  )
  input.focus()
}

addEventListener('hashchange', () => void show())
addEventListener('signed-out', () => {
  if (token.get() === null || header.hidden) return
  token.remove()
  header.hidden = true
  signIn('This token is not valid any more.')
})
document.querySelector('#sign-out').addEventListener('click', () => {
  token.remove()
  notify('You are signed out.')
  void show()
})
await show()
