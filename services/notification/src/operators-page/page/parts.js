// Parts of a view, each read on its own: one that can't be read does not hide the others.
import { asOf, button, html, refresh } from './elements.js'

/** What was read of each part of the view that is shown, and when; kept when the view is read again. */
const lastRead = new Map()

export const forgetParts = () => lastRead.clear()

/** @returns what to say if it can't be read, and what was read: then the last time, if ever */
export async function part(name, read) {
  // A view that was left meanwhile may still be reading.
  const key = `${location.hash} ${name}`
  try {
    const value = await read()
    lastRead.set(key, { value, at: new Date() })
    return ['', value]
  } catch (error) {
    const { value, at } = lastRead.get(key) ?? {}
    return [unread(error, at), value]
  }
}

const unread = ({ message }, at) => html`
  <div class="row error" role="alert">
    <p class="grow">This could not be read: ${message} ${at && html`What is shown is ${asOf(at)}.`}</p>
    ${button('Try again', refresh)}
  </div>
`
