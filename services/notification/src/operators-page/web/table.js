// Tables of records: one line each, with a filter, an order, a selection, and details beside them.
import { perform } from './actions.js'
import { request } from './api.js'
import { button, html, nothing, plural, render } from './elements.js'

/** What an operator has set in the tables of this view, by their labels; kept when the view is read again. */
let settings = new Map()
/** The record in the panel: the label of its table, and its key. */
let opened
/** Draws the table of a box again. */
const drawers = new WeakMap()

const panel = document.querySelector('#panel')

export function forgetTables() {
  settings = new Map()
  closePanel()
}

/** Draws all tables again, as when a name was read that they show. */
export function drawTables() {
  for (const box of document.querySelectorAll('main .records')) drawers.get(box)?.()
}

function closePanel() {
  opened = undefined
  panel.hidden = true
  render('', panel)
}

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {(record: object) => unknown} of what the cell shows
 * @property {(record: object) => string | number} [by] what it is ordered and filtered by; by default what it
 * shows
 * @property {'always' | 'medium' | 'wide'} [shown] how much room it needs; the details have all
 */

/** The same columns with more or less room for those that are named; `never` leaves one out. */
export const columnsWith = (columns, shown) =>
  columns
    .map((column) => ({ ...column, shown: shown[column.name] ?? column.shown }))
    .filter((column) => column.shown !== 'never')

/**
 * @param {object} options
 * @param {string} options.label names the records, in the plural
 * @param {string} [options.path] the list of the API, read a page at a time
 * @param {object[]} [options.rows] the records, if they are known already
 * @param {Column[]} options.columns the first one opens the details
 * @param {(record: object) => { title: unknown, content: unknown }} [options.details] shown in the panel
 * @param {(record: object) => string} [options.hrefOf] where the first column leads, instead of details
 * @param {(records: object[]) => unknown} [options.actions] what can be done with these records
 * @param {boolean} [options.one] only one record at a time is acted on, so none is selected
 * @param {(record: object) => boolean} [options.keep] which records of the list are shown
 * @param {(records: object[]) => Promise<void>} [options.enrich] reads more about records
 */
export async function table({ label, path, rows = [], columns, keyOf = ({ id }) => id, ...options }) {
  const { details, hrefOf, actions, one = false, keep = () => true, enrich, empty } = options
  const isSelectable = actions !== undefined && !one
  const countOf = (count) => (count === 1 ? label.replace(/s$/, '') : label)
  const box = Object.assign(document.createElement('section'), { className: 'records', ariaLabel: label })
  let records = rows
  let next = path
  const selected = new Set()
  const set = settings.get(label) ?? { filter: '', column: undefined, descending: false, pages: 1 }
  settings.set(label, set)

  const valueOf = (column, record) => (column.by ?? column.of)(record) ?? ''
  const matches = (record) => {
    const text = columns
      .map((column) => valueOf(column, record))
      .join(' ')
      .toLowerCase()
    return set.filter
      .toLowerCase()
      .split(' ')
      .every((word) => text.includes(word))
  }
  function visible() {
    const found = records.filter(matches)
    const column = columns.find(({ name }) => name === set.column)
    if (column === undefined) return found
    const order = (a, b) => {
      const [x, y] = [valueOf(column, a), valueOf(column, b)]
      return typeof x === 'number' ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true })
    }
    const sorted = found.toSorted(order)
    return set.descending ? sorted.toReversed() : sorted
  }

  async function readMore() {
    let read
    do {
      const page = await request('GET', next)
      next = page.next
      read = page.body.filter(keep)
    } while (read.length === 0 && next)
    await enrich?.(read)
    records = [...records, ...read]
  }
  async function showMore() {
    await readMore()
    set.pages++
    draw()
  }
  function sortBy(name) {
    set.descending = set.column === name && !set.descending
    set.column = name
    draw()
  }
  function select(keys, on) {
    for (const key of keys)
      if (on) selected.add(key)
      else selected.delete(key)
    draw()
  }
  function open(record, { quietly = false } = {}) {
    if (hrefOf) return void (location.hash = hrefOf(record))
    opened = { label, key: keyOf(record) }
    const { title, content } = details(record)
    const close = () => {
      closePanel()
      draw()
    }
    panel.hidden = false
    render(
      html`<div class="row">
          <h2 class="grow" tabindex="-1">${title}</h2>
          ${button('Close', close)}
        </div>
        ${content} ${actions ? html`<div class="row">${actions([record])}</div>` : ''}`,
      panel,
    )
    draw()
    if (quietly) return
    box.querySelector('tr.open').scrollIntoView({ block: 'nearest' })
    panel.querySelector('h2').focus()
  }

  const opener = (record, content, isOpen) =>
    hrefOf
      ? html`<a class="open" href=${hrefOf(record)}>${content}</a>`
      : html`<button type="button" class="open" aria-expanded=${isOpen}>${content}</button>`
  const rowOf = (record) => {
    const key = keyOf(record)
    const isOpen = opened?.label === label && opened.key === key
    const onclick = ({ target }) => target.closest('a, input, button:not(.open)') ?? open(record)
    return html`<tr class=${isOpen ? 'open' : ''} @click=${onclick}>
      ${
        isSelectable
          ? html`<td class="check">
              <input
                type="checkbox"
                aria-label="Select ${label} ${key}"
                .checked=${selected.has(key)}
                @change=${({ target }) => select([key], target.checked)}
              />
            </td>`
          : nothing
      }
      ${columns.map((column, i) => {
        const content = column.of(record)
        const cell = i === 0 ? opener(record, content, isOpen) : content
        return html`<td class=${column.shown ?? 'always'}>${cell}</td>`
      })}
    </tr>`
  }
  const headOf = ({ name, shown = 'always' }) => {
    const direction = set.column !== name ? nothing : set.descending ? 'descending' : 'ascending'
    return html`<th scope="col" class=${shown} aria-sort=${direction}>
      ${button(name, () => sortBy(name))}
    </th>`
  }

  function draw() {
    const found = visible()
    const chosen = found.filter((record) => selected.has(keyOf(record)))
    const all = found.length > 0 && chosen.length === found.length
    const shown =
      found.length === records.length
        ? `${found.length.toLocaleString()}${next ? '+' : ''} ${countOf(found.length)}`
        : `${found.length} of ${records.length} ${label}`
    const content = html`
      <div class="row toolbar">
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter ${label}"
          .value=${set.filter}
          @input=${({ target }) => {
            set.filter = target.value
            draw()
          }}
        />
        <span class="soft" role="status">${shown}</span>
        ${chosen.length > 0 ? html`<strong>${chosen.length} selected</strong> ${actions(chosen)}` : ''}
      </div>
      ${
        found.length === 0
          ? html`<p class="empty">No ${label} contain “${set.filter}”.</p>`
          : html`<table>
              <thead>
                <tr>
                  ${
                    isSelectable
                      ? html`<th class="check">
                          <input
                            type="checkbox"
                            aria-label="Select all ${label}"
                            .checked=${all}
                            @change=${({ target }) => select(found.map(keyOf), target.checked)}
                          />
                        </th>`
                      : nothing
                  }
                  ${columns.map(headOf)}
                </tr>
              </thead>
              <tbody>
                ${found.map(rowOf)}
              </tbody>
            </table>`
      }
      ${next ? button('Show more', () => perform(showMore)) : ''}
    `
    render(records.length === 0 ? html`<p class="empty">${empty}</p>` : content, box)
  }

  // As many pages as were shown before.
  if (path) for (let page = 0; page < set.pages && next; page++) await readMore()
  else await enrich?.(records)
  draw()
  drawers.set(box, draw)
  const again = opened?.label === label ? records.find((record) => keyOf(record) === opened.key) : undefined
  if (again !== undefined) open(again, { quietly: true })
  else if (opened?.label === label) closePanel()
  return box
}

/** Moves the focus by rows, from the open one if none has it. */
function move(box, step) {
  const rows = [...box.querySelectorAll('td > .open')]
  const at = rows.indexOf(document.activeElement)
  const opened = rows.findIndex((row) => row.ariaExpanded === 'true')
  const from = at === -1 ? opened : at
  const target = rows[Math.min(rows.length - 1, Math.max(0, from + step))]
  target?.focus()
  target?.closest('tr').scrollIntoView({ block: 'nearest' })
}

const KEYS = {
  j: (box) => move(box, 1),
  k: (box) => move(box, -1),
  x: () => document.activeElement.closest('tr')?.querySelector('input')?.click(),
  '/': (box) => box.querySelector('input[type=search]')?.focus(),
}

addEventListener('keydown', (event) => {
  if (document.querySelector('#dialog').open || event.ctrlKey || event.metaKey || event.altKey) return
  const boxes = [...document.querySelectorAll('main .records')]
  const box = boxes.find((each) => each.contains(document.activeElement)) ?? boxes[0]
  if (event.key === 'Escape' && !panel.hidden) {
    const row = document.querySelector('main tr.open button.open')
    closePanel()
    drawTables()
    return row?.focus()
  }
  const isTyping = event.target.closest?.('input:not([type=checkbox]), textarea, select')
  if (isTyping || box === undefined || !Object.hasOwn(KEYS, event.key)) return
  event.preventDefault()
  KEYS[event.key](box)
})

/** `3 of 5 e-mails`, with what happened to the others. */
export const handledOf = (done, total, one, others = 'have changed meanwhile') =>
  done === total
    ? plural(total, one)
    : `${done.toLocaleString()} of ${plural(total, one)} (the others ${others})`
