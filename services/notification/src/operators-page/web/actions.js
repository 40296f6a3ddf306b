// What an operator does: answers questions, and hears what became of it.
import { get } from './api.js'
import { button, html, plainTable, refresh, render, soft, time } from './elements.js'

/**
 * Failures by reason.
 *
 * @param {object} options
 * @param {string} options.query says which failures
 * @param {(ids: string[], group?: object) => unknown} options.actOn what can be done with the records of
 *   these ids: those of a group, or without one those of all groups
 * @param {{ name: string, of: (group: object) => unknown }} [options.place] where the failures of a group
 *   happened
 */
export async function reasons({ query, actOn, place }) {
  const { groups, complete } = await get(`/admin/reasons/${query}`)
  if (groups.length === 0) return ''
  const row = (group) => [
    group.reason || 'Not attempted yet',
    ...(place ? [place.of(group)] : []),
    group.count.toLocaleString(),
    time(group.oldestAt),
    actOn(group.retryableIds, group),
  ]
  const columns = ['Reason', ...(place ? [place.name] : []), 'Count', 'Oldest', 'Action']
  return html`
    <div class="row">
      <h2 class="grow">By reason</h2>
      ${groups.length > 1 ? actOn(groups.flatMap(({ retryableIds }) => retryableIds)) : ''}
    </div>
    ${plainTable('Reasons', columns, groups.map(row))}
    ${complete ? '' : soft('Only 10,000 are counted; there are more.')}
  `
}

/** How many a button acts on, as in `Send 6 again`; of one record it is clear. */
export const amountOf = ({ length }, isAll = false) =>
  isAll ? ` all ${length.toLocaleString()}` : length > 1 ? ` ${length.toLocaleString()}` : ''

const dialog = document.querySelector('#dialog')

/** Whether the open dialog has what is shown only once. */
let isKept = false
/** When the dialog before is closed. */
let closed = Promise.resolve()

// A dialog closes with its view, and by the Escape key, except one that is shown only once.
addEventListener('hashchange', () => isKept || dialog.close())
dialog.addEventListener('cancel', (event) => isKept && event.preventDefault())

/** Shows a dialog, after the one that is open. @returns the fields, or undefined when it was cancelled */
export function ask(...content) {
  const answer = closed.then(() => show(...content))
  closed = answer
  return answer
}

function show(title, content, { yes, kind = 'main', no = 'Cancel', isShownOnce = false }) {
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
  isKept = isShownOnce
  // Where it is known, a second Escape is ignored too.
  dialog.setAttribute('closedby', isKept ? 'none' : 'closerequest')
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => {
      isKept = false
      render('', dialog) // forgets what was typed and shown
      resolve(fields)
    }
  })
}

export const tell = (title, content) => ask(title, content, { yes: 'Close', no: '' })

/** What is shown only once; pressing Escape by mistake does not close it. */
export const tellOnce = (title, content, yes) => ask(title, content, { yes, no: '', isShownOnce: true })

/** Shows what `act` says, or its error. */
export async function perform(act) {
  try {
    const said = await act()
    if (said !== undefined) notify(said)
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
  const onclick = async ({ currentTarget: clicked }) => {
    if (clicked.ariaDisabled === 'true') return
    const fields = await ask(`${name}?`, content, { yes: name, kind: kind || 'main' })
    if (fields === undefined) return
    // It keeps the focus, which a disabled button loses.
    clicked.ariaDisabled = 'true'
    await perform(() => act(fields))
    clicked.ariaDisabled = null
    refresh()
  }
  return button(name, onclick, kind)
}

let hiding
/** What an operator hears and sees after an action. */
export function notify(text) {
  const notice = document.querySelector('#notice')
  render(text ?? '', notice)
  clearTimeout(hiding)
  hiding = setTimeout(() => render('', notice), 6000)
}
