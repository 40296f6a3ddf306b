// Elements, dates and dialogs. What the API says is only ever set as text, never as markup.

export function h(name, properties = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (key === 'class') element.className = value
    else if (key in element && typeof value !== 'string') element[key] = value
    else element.setAttribute(key, value === true ? '' : value)
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== false && child !== null),
  )
  return element
}

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `5 minutes ago`. */
export function relative(date) {
  const ms = new Date(date).getTime() - Date.now()
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1000]
  return unit === 'second' && Math.abs(ms) < 45_000
    ? 'just now'
    : RELATIVE.format(Math.round(ms / length), unit)
}

export const time = (date) =>
  date
    ? h(
        'time',
        { datetime: date, title: new Date(date).toISOString() },
        `${ABSOLUTE.format(new Date(date))} · ${relative(date)}`,
      )
    : '–'

export const badge = (kind, text) => h('span', { class: `badge ${kind}` }, text)
export const card = (...children) => h('section', { class: 'card' }, ...children)
export const button = (text, onclick, kind = '') =>
  h('button', { type: 'button', class: kind, onclick }, text)
export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`

/** A table that becomes a list of cards on a narrow screen. */
export function table(columns, rows) {
  const head = h(
    'tr',
    {},
    columns.map((column) => h('th', { scope: 'col' }, column)),
  )
  return h(
    'table',
    {},
    h('thead', {}, head),
    h(
      'tbody',
      {},
      rows.map((cells) =>
        h(
          'tr',
          {},
          cells.map((cell, i) => h('td', { 'data-label': columns[i] || undefined }, cell)),
        ),
      ),
    ),
  )
}

/** What the operator hears and sees after an action. */
export function notify(text) {
  const notice = document.querySelector('#notice')
  notice.replaceChildren(h('p', {}, text))
  clearTimeout(notify.timer)
  notify.timer = setTimeout(() => notice.replaceChildren(), 6000)
}

export const failure = (error) =>
  h(
    'section',
    { class: 'card error', role: 'alert' },
    h('h2', {}, 'That did not work'),
    h('p', {}, error.message),
  )

/** Shows a dialog until it is closed. @returns the value of the button that closed it */
export function showDialog(title, content, actions) {
  const dialog = document.querySelector('#dialog')
  const closed = new Promise((resolve) =>
    dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }),
  )
  dialog.returnValue = ''
  dialog.replaceChildren(
    h('h2', { id: 'dialog-title', style: undefined }, title),
    h('div', {}, content),
    h(
      'div',
      { class: 'row' },
      actions.map(([text, value, kind]) => button(text, () => dialog.close(value), kind)),
    ),
  )
  dialog.showModal()
  return closed
}

/** Asks before something is sent or deleted. */
export const confirm = async (title, text, action, kind = 'main') =>
  (await showDialog(title, h('p', {}, text), [
    ['Cancel', '', ''],
    [action, 'yes', kind],
  ])) === 'yes'

/** A list that grows by a page at a time. @param page gets the path of the next page, and returns {items, next} */
export async function pagedList(first, page, render, empty) {
  const list = h('div', { class: 'list' })
  const more = button('Show more', () => void append(), '')
  const box = h('div', {}, list, more)
  let next = first
  await append()
  return box

  async function append() {
    more.disabled = true
    const loaded = await page(next)
    const shown = loaded.items.map(render)
    list.append(...shown)
    next = loaded.next
    more.hidden = next === undefined
    more.disabled = false
    if (list.children.length === 0) list.append(h('p', { class: 'soft' }, empty))
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** One bar for each minute. */
export function sparkline(counts, label) {
  const svg = document.createElementNS(SVG, 'svg')
  const max = Math.max(1, ...counts)
  for (const [name, value] of Object.entries({
    class: 'spark',
    viewBox: `0 0 ${counts.length * 4} 40`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': label,
  }))
    svg.setAttribute(name, value)
  for (const [i, count] of counts.entries()) {
    const bar = document.createElementNS(SVG, 'rect')
    const height = count === 0 ? 1 : Math.max(3, (count / max) * 40)
    for (const [name, value] of Object.entries({ x: i * 4, y: 40 - height, width: 3, height }))
      bar.setAttribute(name, value)
    svg.append(bar)
  }
  return svg
}
