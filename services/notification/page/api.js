// The operator API. The token stays in this tab.
const KEY = 'rollcall-operator-token'

export const token = {
  get: () => sessionStorage.getItem(KEY),
  set: (value) => sessionStorage.setItem(KEY, value),
  remove: () => sessionStorage.removeItem(KEY),
}

export class ApiError extends Error {
  constructor(status, code, detail, requestId) {
    super(requestId ? `${detail} (${status} ${code}, request ${requestId})` : detail)
    this.status = status
    this.code = code
  }
}

/** @returns the body, the path of the next page and the total count of a list */
export async function request(method, path, body, headers = {}) {
  let response
  try {
    response = await fetch(path, {
      method,
      headers: {
        Authorization: `Bearer ${token.get()}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new ApiError(0, '', 'Rollcall does not respond. Is the operator address reachable?')
  }
  const text = await response.text()
  let parsed
  try {
    parsed = text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new ApiError(response.status, 'no-json', 'The response is not from Rollcall.')
  }
  if (response.status === 401) dispatchEvent(new CustomEvent('signed-out'))
  if (!response.ok) {
    const { headers: got } = response
    throw new ApiError(
      response.status,
      got.get('x-error-code') ?? '',
      parsed?.detail ?? 'An error without a text',
      got.get('x-request-id'),
    )
  }
  const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  return { body: parsed, next, total: Number(response.headers.get('x-total-count') ?? Number.NaN) }
}

export const get = async (path) => (await request('GET', path)).body
export const post = async (path, body) => (await request('POST', path, body)).body

/** The body, or undefined when there is no such record or the text can not be one. */
export const find = (path) =>
  get(path).catch((error) => {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return undefined
    throw error
  })

export const page = async (path) => {
  const { body, next } = await request('GET', path)
  return { items: body, next }
}

/** Repeats a request for a group until nothing remains. @returns how many records it handled */
export async function all(path, body, count) {
  for (let total = 0; ;) {
    const result = await post(path, body)
    total += result[count]
    if (!result.remaining || result[count] === 0) return total
  }
}

const PARTS = {
  registration: '/admin/registrations/status/',
  user: '/admin/users/status/',
  notification: '/admin/deliveries/status/',
}

/** The status of each service; an error in place of one that does not respond. */
export async function statuses() {
  const found = await Promise.all(
    Object.entries(PARTS).map(async ([service, path]) => [service, await get(path).catch((error) => error)]),
  )
  return Object.fromEntries(found)
}
