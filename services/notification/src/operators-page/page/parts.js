// Parts of a view, each read on its own: one that can't be read does not hide the others.
import { asOf, button, html, refresh } from './elements.js'

/** What was read of each part of the view that is shown, and when; kept when the view is read again. */
let lastRead = new Map()

/** Before another view. What the last one is still reading stays with it. */
export const forgetParts = () => void (lastRead = new Map())

/**
 * Reads the parts of the view that begins.
 * @returns `part(name, read)`, which returns what to say if it can't be read, and what was read: then the
 *   last time, if ever
 */
export function partReader() {
  const ofThisView = lastRead
  return async (name, read) => {
    try {
      const value = await read()
      ofThisView.set(name, { value, at: new Date() })
      return ['', value]
    } catch (error) {
      const { value, at } = ofThisView.get(name) ?? {}
      return [unread(error, at), value]
    }
  }
}

const unread = ({ message }, at) => html`
  <div class="row error" role="alert">
    <p class="grow">This could not be read: ${message} ${at && html`What is shown is ${asOf(at)}.`}</p>
    ${button('Try again', refresh)}
  </div>
`
