// What an operator does: opens lists, answers questions, and hears what became of it.
import { get, request } from './api.js'
import { button, card, html, plural, render, soft, time } from './elements.js'

/** A list that grows by a page at a time. */
export async function list(path, item, empty = 'There are none.') {
  const box = document.createElement('div')
  const items = []
  const append = async (next) => {
    const page = await request('GET', next)
    items.push(...page.body)
    const more = page.next ? button('Show more', () => append(page.next)) : ''
    render([items.length === 0 ? soft(empty) : items.map(item), more], box)
  }
  await append(path)
  return box
}

/** Content that is loaded when it is opened. */
export function lazy(summary, load) {
  const show = async ({ target }) =>
    target.open && render(await load().catch(failure), target.querySelector('div'))
  return html`<details @toggle=${show}>
    <summary>${summary}</summary>
    <div></div>
  </details>`
}

/**
 * Failures by reason.
 *
 * @param query says which failures
 * @param present gives for a group what is counted, what can be done with all of it, and more about it
 * @param actOnAll what can be done with all groups together, by the ids of what can be handled
 */
export async function groups(query, present, actOnAll = () => '') {
  const { groups: found, complete } = await get(`/admin/reasons/${query}`)
  return html`
    <h2>By reason</h2>
    ${found.length === 0 ? soft('There are none.') : ''}
    ${found.map((group) => {
      const { what, where = '', actions, more = '' } = present(group)
      const counted = soft(plural(group.count, what), where, ', the oldest ', time(group.oldestAt))
      return card(group.reason || 'Not attempted yet', actions, counted, more)
    })}
    ${found.length > 1 ? actOnAll(found.flatMap(({ retryableIds }) => retryableIds)) : ''}
    ${complete ? '' : soft('Only 10,000 are counted; there are more.')}
  `
}

const dialog = document.querySelector('#dialog')

/** Shows a dialog until it is closed. @returns the fields of the form, or undefined when it was cancelled */
function ask(title, content, { yes, kind = 'main', no = 'Cancel' }) {
  let fields
  const submit = (event) => {
    event.preventDefault()
    fields = Object.fromEntries(new FormData(event.target))
    dialog.close()
  }
  const form = html`
    <h2 id="dialog-title">${title}</h2>
    <form @submit=${submit}>
      ${content}
      <div class="row">
        ${no && button(no, () => dialog.close())}
        <button class=${kind}>${yes}</button>
      </div>
    </form>
  `
  render(form, dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => {
      render('', dialog) // forgets what was typed and shown
      resolve(fields)
    }
  })
}

export const tell = (title, content, yes = 'Close') => ask(title, content, { yes, no: '' })

/** Shows what `act` says, or its error. */
export async function perform(act) {
  try {
    notify(await act())
  } catch (error) {
    await tell('That did not work', error.message)
  }
}

/**
 * A button that asks first, then acts, and reads the view again.
 *
 * @param content what the action does, or the fields of a form
 * @param act gets the fields, and returns what is to be said
 */
export function action(name, content, act, kind = '') {
  const onclick = async () => {
    const fields = await ask(`${name}?`, content, { yes: name, kind: kind || 'main' })
    if (fields === undefined) return
    await perform(() => act(fields))
    refresh()
  }
  return button(name, onclick, kind)
}

export const refresh = () => dispatchEvent(new Event('refresh'))

let hiding
/** What an operator hears and sees after an action. */
export function notify(text) {
  const notice = document.querySelector('#notice')
  render(text ?? '', notice)
  clearTimeout(hiding)
  hiding = setTimeout(() => render('', notice), 6000)
}

export const failure = (error) => html`
  <section class="card error" role="alert">
    <h2>That did not work</h2>
    <p>${error.message}</p>
    ${button('Try again', refresh)}
  </section>
`
