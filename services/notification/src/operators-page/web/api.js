// The operator API. The token stays in this tab.
const KEY = 'rollcall-operator-token'
const READ_ONLY = 'rollcall-operator-token-read-only'

export const token = {
  get: () => sessionStorage.getItem(KEY),
  set: (value) => sessionStorage.setItem(KEY, value),
  /** Known once the API has rejected a change. */
  isReadOnly: () => sessionStorage.getItem(READ_ONLY) !== null,
  markReadOnly: () => {
    sessionStorage.setItem(READ_ONLY, 'yes')
    dispatchEvent(new Event('read-only'))
  },
  remove: () => {
    for (const key of [KEY, READ_ONLY]) sessionStorage.removeItem(key)
  },
}

/** The page may be served below a path, and so are the operations. */
const ROOT = new URL('..', import.meta.url)

const MAX_READ_MS = 15_000
/** For what a view can be shown without. */
export const SOON_MS = 5_000

const failed = (status, text, code) => Object.assign(new Error(text), { status, code })

/** @returns the body, the path of the next page and the total count of a list */
export async function request(method, path, body, headers = {}, maxReadMs = MAX_READ_MS) {
  const authorization = { Authorization: `Bearer ${token.get()}` }
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const init = {
    method,
    headers: { ...authorization, ...type, ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    // One service that hangs does not hide what the others say.
    signal: method === 'GET' ? AbortSignal.timeout(maxReadMs) : null,
  }
  const [response, text] = await fetch(new URL(`.${path}`, ROOT), init)
    .then(async (received) => [received, await received.text()])
    .catch(() => {
      throw failed(
        0,
        'Rollcall does not respond. Is the operator address reachable, and is the service ready?',
      )
    })
  const parsed = text === '' ? undefined : parse(text, response)
  if (response.status === 401) dispatchEvent(new Event('signed-out'))
  if (!response.ok) {
    const [code, id, seconds] = ['x-error-code', 'x-request-id', 'retry-after'].map((name) =>
      response.headers.get(name),
    )
    if (code === 'operator-token-read-only') token.markReadOnly()
    const detail = parsed?.detail?.replace('after the seconds in Retry-After', () => `in ${seconds} s`)
    const facts = [`${response.status} ${code ?? ''}`.trim(), ...(id === null ? [] : [`request ${id}`])]
    throw failed(response.status, `${detail} (${facts.join(', ')})`, code)
  }
  const [, query] = /<(\?[^<>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const next = query && path.split('?', 1)[0] + query
  return { body: parsed, next, total: Number(response.headers.get('x-total-count')) }
}

function parse(text, { status }) {
  try {
    return JSON.parse(text)
  } catch {
    const hint = [404, 502, 503, 504].includes(status)
      ? ' An ingress responds itself while it reaches no pod.'
      : ''
    throw failed(status, `The response is not from Rollcall (${status}).${hint}`)
  }
}

export const get = async (path, maxReadMs) =>
  (await request('GET', path, undefined, undefined, maxReadMs)).body
/** Of what a view can be shown without: the body, or an error in its place, within a few seconds. */
export const getSoon = (path) => get(path, SOON_MS).catch((error) => error)
export const post = async (path, body) => (await request('POST', path, body)).body

/** The body, or undefined when there is no such record. */
export const find = (path) =>
  get(path).catch((error) => {
    if (error.status !== 404) throw error
  })

/** The id that a text of the address names, or undefined. */
export const idIn = (text) =>
  /^[1-9]\d*$/.test(text ?? '') && Number.isSafeInteger(Number(text)) ? Number(text) : undefined

/** The record with the id that the address names, or undefined. */
export const findById = async (list, text) => (idIn(text) === undefined ? undefined : find(`${list}${text}/`))

/** How many records a list has. */
export const count = async (path) => (await request('GET', path, undefined, { Prefer: 'count=exact' })).total

/** Every record of a list. */
export async function every(path, maxReadMs) {
  const { body, next } = await request('GET', path, undefined, undefined, maxReadMs)
  return next === undefined ? body : [...body, ...(await every(next, maxReadMs))]
}

/** The most ids that one request names. */
const MAX_IDS = 500

/** Handles the records with these ids, some in each request. @returns how many it handled */
export async function handleAll(path, { ids, ...body }, result) {
  let total = 0
  for (let start = 0; start < ids.length; start += MAX_IDS)
    total += (await post(path, { ...body, ids: ids.slice(start, start + MAX_IDS) }))[result]
  return total
}

const STATUS_OF = { registration: 'registrations', user: 'users', notification: 'deliveries' }

export const SERVICES = Object.keys(STATUS_OF)
/** The status of a service, or an error in its place. */
export const statusOf = (service) => getSoon(`/admin/${STATUS_OF[service]}/status/`)
