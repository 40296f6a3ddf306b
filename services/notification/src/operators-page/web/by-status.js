// Records by status: how many there are of each, why, and a table of them.
import { reasons } from './actions.js'
import { html } from './elements.js'

/** The status that the address asks for, by its name or the word on its tab, or the first one. */
export function statusIn(query, names) {
  const asked = query.get('status')
  const all = Object.keys(names)
  return all.find((name) => name === asked || names[name].toLowerCase() === asked) ?? all[0]
}

/**
 * @param {object} options
 * @param {ReturnType<import('./parts.js').partReader>} options.part of the view
 * @param {string} options.view its name in the address
 * @param {object} options.names what each status is called
 * @param {string} options.status the one that is shown
 * @param {string} [options.more] what else the address says
 * @param {(status: string) => Promise<number>} options.countOf how many records have a status
 * @param {Parameters<typeof reasons>[0]} [options.why] what `reasons` gets
 * @param {() => Promise<unknown>} options.records reads the table
 */
export async function byStatus({ part, view, names, status, more = '', countOf, why, records }) {
  const countAll = async () => {
    const counted = Object.keys(names).map(async (name) => [name, await countOf(name).catch(() => 'unknown')])
    return Object.fromEntries(await Promise.all(counted))
  }
  return Promise.all([
    part('counts', countAll).then(([, counts = {}]) => tabs({ view, names, status, counts, more })),
    why ? part('reasons', () => reasons(why)) : '',
    part('records', records),
  ])
}

/** Links to the same view with another status, each with the number of its records. */
function tabs({ view, names, status, counts, more }) {
  const link = ([name, text]) =>
    html`<a href="#/${view}?status=${name}${more}" aria-current=${name === status}
      >${text} <span class="count">${counts[name]?.toLocaleString() ?? '…'}</span></a
    >`
  return html`<nav class="tabs" aria-label="Status">${Object.entries(names).map(link)}</nav>`
}
