// What the views are made of. What the API says is only ever set as text, never as markup.
import { html, render, svg } from './lit-html.js'

export { html, render }

const ABSOLUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' })
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `5 minutes ago`. */
function relative(date) {
  const ms = new Date(date).getTime() - Date.now()
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? ['second', 1000]
  if (Math.abs(ms) < 45_000) return ms > 1_000 ? 'in a moment' : 'just now'
  return RELATIVE.format(Math.round(ms / length), unit)
}

export const time = (date) =>
  date === null
    ? 'never'
    : html`<time datetime=${date} title=${date}>${ABSOLUTE.format(new Date(date))} · ${relative(date)}</time>`

export const plural = (count, one, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`
export const badge = (kind, text) => html`<span class="badge ${kind}">${text}</span>`
export const soft = (...content) => html`<p class="soft small">${content}</p>`
export const button = (text, onclick, kind = '') =>
  html`<button type="button" class=${kind} @click=${onclick}>${text}</button>`

/** The beginning of a view, which a screen reader reads first. */
export const heading = (title, lead, aside = '') => html`
  <div class="row">
    <h1 tabindex="-1" class="grow">${title}</h1>
    ${aside}
  </div>
  <p class="soft lead">${lead}</p>
`

/** One thing: what it is, how it is or what can be done with it, and more about it. */
export const card = (title, aside, ...content) => html`
  <section class="card">
    <div class="row">
      <h3 class="grow">${title}</h3>
      ${aside}
    </div>
    ${content}
  </section>
`

/** Links to the same view with another status. @returns the status that the address has, and the links */
export function tabs(view, names, query) {
  const asked = query.get('status')
  const status = Object.hasOwn(names, asked) ? asked : Object.keys(names)[0]
  const link = ([name, text]) =>
    html`<a href="#/${view}?status=${name}" aria-current=${name === status}>${text}</a>`
  return [status, html`<nav class="tabs" aria-label="Status">${Object.entries(names).map(link)}</nav>`]
}

/** One bar for each minute. */
export function sparkline(counts, label) {
  const max = Math.max(1, ...counts)
  const bar = (count, i) => {
    const height = count === 0 ? 1 : Math.max(3, (count / max) * 40)
    return svg`<rect x=${i * 4} y=${40 - height} width="3" height=${height} />`
  }
  const box = `0 0 ${counts.length * 4} 40`
  return html`<svg class="spark" viewBox=${box} preserveAspectRatio="none" role="img" aria-label=${label}>
    ${counts.map(bar)}
  </svg>`
}
