// Signs in, and shows the view that the address names.
import { accountsView } from './accounts.js'
import { notify } from './actions.js'
import { request, token } from './api.js'
import { deadLettersView } from './dead-letters.js'
import { heading, html, refresh, render } from './elements.js'
import { healthView } from './health.js'
import { mailsView } from './mails.js'
import { forgetParts, partReader, unread } from './parts.js'
import { personView } from './person.js'
import { drawTables, forgetTables } from './table.js'
import { webhooksView } from './webhooks.js'

/** The title of each view, what it consists of, and after how many milliseconds it is read again. */
const VIEWS = {
  person: ['Person', personView],
  mails: ['E-mails', mailsView],
  webhooks: ['Webhooks', webhooksView],
  'dead-letters': ['Dead letters', deadLettersView],
  accounts: ['Accounts and keys', accountsView],
  health: ['Health', healthView, 10_000],
}

const main = document.querySelector('#main')
const header = document.querySelector('#top')
/** What is only there for who has signed in. */
const inside = [header, document.querySelector('#bottom')]
const readOnly = document.querySelector('#read-only')
/** Ends what the last view still does. */
let leave = new AbortController()

const signOut = Object.assign(document.createElement('button'), { type: 'button' })
signOut.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">
<path d="M6 2H2v12h4M6 8h8m-3-3 3 3-3 3" /></svg><span>Sign out</span>`
document.querySelector('.bar .tools').prepend(signOut)
inside.push(signOut)

function showInside(isSignedIn) {
  for (const part of inside) part.hidden = !isSignedIn
  readOnly.hidden = !isSignedIn || !token.isReadOnly()
}

/** What belongs to the view that is left. */
function forget() {
  forgetTables()
  forgetParts()
}

async function show({ quietly = false } = {}) {
  leave.abort()
  leave = new AbortController()
  const { signal } = leave
  showInside(token.get() !== null)
  if (!quietly) forget()
  if (token.get() === null) return signIn()
  const [path, query = ''] = location.hash.replace(/^#\//, '').split('?')
  const [named, id] = path.split('/')
  const name = Object.hasOwn(VIEWS, named) ? named : 'person'
  const [title, view, readAgainMs] = VIEWS[name]
  for (const link of header.querySelectorAll('nav a'))
    link.ariaCurrent = link.hash === `#/${name}` ? 'page' : null
  document.title = `${title} · Rollcall operations`
  main.setAttribute('aria-busy', 'true')
  main.classList.add('old')
  // During a search its field stays, so that a person can correct it.
  const isNextSearch = name === 'person' && !id && main.querySelector('#q') !== null
  if (!quietly && !isNextSearch)
    render([heading(title, ''), html`<p class="empty" role="status">Loading …</p>`], main)
  let drawings = 0
  const draw = async () => {
    if (signal.aborted) return
    const drawing = ++drawings
    const content = await view({ id: id || undefined, query: new URLSearchParams(query), part }).catch(
      (error) => [heading(title, ''), unread(error)],
    )
    // A later drawing shows more.
    if (signal.aborted || drawing < drawings) return
    render(content, main)
    main.classList.remove('old')
    drawTables()
    if (!part.isReading()) main.removeAttribute('aria-busy')
  }
  const part = partReader(() => void draw())
  await draw()
  if (signal.aborted) return
  // A new view is read from its heading; a refreshed one keeps the place.
  if (!quietly) main.querySelector('[data-focus], h1')?.focus()
  if (readAgainMs === undefined) return
  const reading = setTimeout(refresh, readAgainMs)
  signal.addEventListener('abort', () => clearTimeout(reading))
}

function signIn(problem = '') {
  const submit = async (event) => {
    event.preventDefault()
    const typed = new FormData(event.target).get('token').trim()
    // Tokens have visible ASCII characters only.
    if (!/^[!-~]+$/.test(typed)) return signIn('This token is not valid.')
    token.set(typed)
    try {
      await request('GET', '/admin/groups/?limit=1')
      await show()
    } catch (error) {
      // Whether the token is valid is known later. Until then the view of health says what is unavailable.
      if (error.status === 503) return show()
      token.remove()
      signIn(error.status === 401 ? 'This token is not valid.' : error.message)
    }
  }
  const form = html`
    <section class="sign-in">
      <h1>Rollcall operations</h1>
      <p class="soft">The token stays in this tab and is gone when you close it.</p>
      <form @submit=${submit}>
        <label for="token">Operator token</label>
        <input id="token" name="token" type="password" autocomplete="off" required />
        <p class="bad" role="alert">${problem}</p>
        <button class="main">Sign in</button>
      </form>
    </section>
  `
  render(form, main)
  main.removeAttribute('aria-busy')
  main.classList.remove('old')
  main.querySelector('#token').focus()
}

addEventListener('hashchange', () => void show())
addEventListener('refresh', () => void show({ quietly: true }))
addEventListener('read-only', () => showInside(true))
addEventListener('signed-out', () => {
  if (header.hidden) return
  leave.abort() // what the view has still to show is not shown over the form
  token.remove()
  forget()
  showInside(false)
  signIn('This token is not valid any more.')
})
signOut.addEventListener('click', () => {
  token.remove()
  notify('You are signed out.')
  void show()
})
await show()
