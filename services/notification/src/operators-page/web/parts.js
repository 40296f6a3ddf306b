// Parts of a view, each read on its own: one that is slow or can't be read does not hide the others.
import { asOf, button, html, refresh, soft } from './elements.js'

/** How long a view waits for its parts. Then it is shown, and again whenever a part was read. */
const MAX_WAIT_MS = 1_000

/** What was read of each part of the view that is shown, and when; kept when the view is read again. */
let lastRead = new Map()

/** Before another view. What the last one is still reading stays with it. */
export const forgetParts = () => void (lastRead = new Map())

/**
 * Reads the parts of the view that begins, each of them once, however often the view is drawn.
 *
 * @param redraw called when a part was read that the view did not wait for
 * @returns `part(name, read)`, which returns what to say until it is read or if it can't be, and what was
 *   read: until then the last time, if ever
 */
export function partReader(redraw) {
  const ofThisView = lastRead
  const readings = new Map()
  function start(name, read) {
    const reading = { isLate: false, isDone: false, notice: soft('Still reading …') }
    const end = (notice) => {
      Object.assign(reading, { isDone: true, notice })
      if (reading.isLate) redraw()
    }
    reading.value = read()
    reading.done = reading.value.then(
      (value) => {
        ofThisView.set(name, { value, at: new Date() })
        end('')
      },
      (error) => end(unread(error, ofThisView.get(name)?.at)),
    )
    readings.set(name, reading)
    return reading
  }
  async function part(name, read) {
    const reading = readings.get(name) ?? start(name, read)
    if (!reading.isLate) await Promise.race([reading.done, pause(MAX_WAIT_MS)])
    reading.isLate = !reading.isDone
    return [reading.notice, ofThisView.get(name)?.value]
  }
  /** Whether a part, or any of them, is still being read. */
  part.isReading = (name) =>
    name === undefined
      ? [...readings.values()].some(({ isDone }) => !isDone)
      : readings.get(name)?.isDone === false
  /** What is read of a part that has begun, for a part that needs it. */
  part.of = (name) => readings.get(name).value
  return part
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** In place of what could not be read, or above what was read before. */
export const unread = ({ message }, at) => html`
  <div class="row error" role="alert">
    <p class="grow">This could not be read: ${message} ${at && html`What is shown is ${asOf(at)}.`}</p>
    ${button('Try again', refresh)}
  </div>
`
