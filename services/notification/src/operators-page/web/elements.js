// What the views are made of. What the API says is only ever set as text, never as markup.
import { html, nothing, render, svg } from './lit-html.js'

export { html, nothing, render }

const OF_THIS_YEAR = {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
  hourCycle: 'h23', // as in logs
}
const SHORT = new Intl.DateTimeFormat(undefined, OF_THIS_YEAR)
const LONG = new Intl.DateTimeFormat(undefined, { ...OF_THIS_YEAR, year: 'numeric' })
const { day: _day, month: _month, ...OF_TODAY } = OF_THIS_YEAR
const CLOCK = new Intl.DateTimeFormat(undefined, OF_TODAY)
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** `5 minutes ago`. */
function relative(date) {
  const ms = new Date(date).getTime() - Date.now()
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? UNITS.at(-1)
  return RELATIVE.format(Math.trunc(ms / length), unit)
}

/** To the second and with its zone, because it is compared with the lines of logs. */
export function time(date, otherwise = 'never') {
  if (date === null || date === undefined) return html`<span class="soft">${otherwise}</span>`
  const at = new Date(date)
  const format = at.getFullYear() === new Date().getFullYear() ? SHORT : LONG
  return html`<time datetime=${date} title="${LONG.format(at)}, ${relative(date)}"
    >${format.format(at)}</time
  >`
}

/** A time, and how long ago it is. */
export const since = (date) => html`${time(date)} <span class="soft">${relative(date)}</span>`

/** A long name that is broken between its parts if it has to be. */
export const breakable = (name) => name.split(/(?<=[@/.-])/).map((part) => html`${part}<wbr />`)

export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
export const badge = (kind, text) => html`<span class="badge ${kind}">${text}</span>`
export const soft = (...content) => html`<p class="soft">${content}</p>`
export const button = (text, onclick, kind = '') =>
  html`<button type="button" class=${kind} @click=${onclick}>${text}</button>`

/** How old what is shown is. */
export const asOf = (date = new Date()) => html`<span class="soft">as of ${CLOCK.format(date)}</span>`

/** Reads the view again. */
export const refresh = () => dispatchEvent(new Event('refresh'))

/** The beginning of a view, which a screen reader reads first. */
export const heading = (title, lead, aside = '') => html`
  <div class="row heading">
    <h1 tabindex="-1">${title}</h1>
    <p class="soft grow">${lead}</p>
    ${aside}
  </div>
`

/** Of a view that is read again when an operator asks for it. */
export const headingOfMoment = (title, lead, aside = '') =>
  heading(title, lead, [aside, asOf(), button('Refresh', refresh)])

/** In place of the view of a record. */
export const noSuch = (title, what, id, link) => html`
  ${heading(title, '')}
  <p>There is no ${what} with the id “${id}”. ${link}</p>
`

/** What is known of one record, name by name; what is empty is left out. */
export const facts = (entries) => html`
  <dl>
    ${Object.entries(entries)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>
`

/** A table whose rows are written as they are, each with as many cells as there are columns. */
export const plainTable = (label, columns, rows) => html`
  <div class="table" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, i) => html`<td data-label=${columns[i] ?? ''}>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`

const CHART_HEIGHT = 60
const CHART_STEP = 10

const MINUTE_MS = 60_000

/**
 * One bar for each minute of the clock, the present one last, with the number of each minute on hover.
 *
 * @param {number} countedFrom the time in milliseconds before which nothing was counted
 */
export function chart(counts, label, caption, countedFrom) {
  const max = Math.max(1, ...counts)
  const width = counts.length * CHART_STEP
  const thisMinute = Math.floor(Date.now() / MINUTE_MS)
  const beginOf = (i) => (thisMinute + 1 - counts.length + i) * MINUTE_MS
  const minute = (i) => LONG.format(new Date(beginOf(i)))
  const bar = (count, i) => {
    const isCounted = beginOf(i + 1) > countedFrom
    const height = count === 0 ? 1 : Math.max(3, (count / max) * CHART_HEIGHT)
    const x = i * CHART_STEP
    const shown = isCounted
      ? svg`<rect x=${x + 1} y=${CHART_HEIGHT - height} width=${CHART_STEP - 2} height=${height} />`
      : ''
    return svg`<g><title>${minute(i)}: ${isCounted ? count : 'not counted'}</title>
      <rect class=${isCounted ? 'hit' : 'uncounted'}
        x=${x} y="0" width=${CHART_STEP} height=${CHART_HEIGHT} />
      ${shown}</g>`
  }
  return html`
    <figure>
      <figcaption>
        ${caption}<span class="soft">peak ${Math.max(...counts).toLocaleString()} a minute</span>
      </figcaption>
      <svg viewBox="0 0 ${width} ${CHART_HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
        ${counts.map(bar)}
      </svg>
      <div class="axis soft">
        <span>60 min ago</span><span>45</span><span>30</span><span>15</span><span>now</span>
      </div>
    </figure>
  `
}
