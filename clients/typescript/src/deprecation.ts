import type { Fetch } from './repeat.ts'

/** What the service says about an operation that will be removed. */
export interface DeprecationNotice {
  /** The method and the beginning of the path, without ids: `GET /registrations/…`. */
  readonly operation: string
  /** From when it may be removed. */
  readonly sunset: Date
}

/** Reports each deprecated operation once. What `onDeprecated` throws does not harm the call. */
export function noticingDeprecation(send: Fetch, onDeprecated: (notice: DeprecationNotice) => void): Fetch {
  const noticed = new Set<string>()
  return async (input, init) => {
    const response = await send(input, init)
    const sunset = new Date(response.headers.get('sunset') ?? '')
    if (response.headers.has('deprecation') && !Number.isNaN(sunset.getTime())) {
      const operation = operationOf(input instanceof Request ? input.url : input.toString(), init)
      if (!noticed.has(operation)) {
        noticed.add(operation)
        try {
          onDeprecated({ operation, sunset })
        } catch (error) {
          console.error(error)
        }
      }
    }
    return response
  }
}

function operationOf(url: string, { method = 'GET' }: RequestInit = {}): string {
  const [noun = '', ...rest] = new URL(url).pathname
    .replace(/^.*\/api\/v\d+/, '')
    .split('/')
    .filter(Boolean)
  return `${method} /${noun}/${rest.length > 0 ? '…' : ''}`
}

export function warnOfDeprecation({ operation, sunset }: DeprecationNotice): void {
  const day = sunset.toISOString().slice(0, 10)
  console.warn(`@rollcall/client: ${operation} is deprecated and may be removed from ${day}`)
}
