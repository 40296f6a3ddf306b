import type { Middleware } from '../generated/public/runtime.ts'

/** What the service says about an operation that will be removed. */
export interface DeprecationNotice {
  /** The method and the path, with `{id}` for each number. */
  readonly operation: string
  /** From when on it may be gone. */
  readonly sunset: Date
}

/** Passes on once for each operation that the service calls deprecated. */
export function noticingDeprecation(onDeprecated: (notice: DeprecationNotice) => void): Middleware {
  const noticed = new Set<string>()
  return {
    post({ url, init, response }) {
      const sunset = response.headers.get('sunset')
      if (!response.headers.has('deprecation') || sunset === null) return Promise.resolve()
      const path = new URL(url).pathname.replaceAll(/\/\d+(?=\/|$)/g, '/{id}')
      const operation = `${init.method ?? 'GET'} ${path}`
      if (!noticed.has(operation)) {
        noticed.add(operation)
        onDeprecated({ operation, sunset: new Date(sunset) })
      }
      return Promise.resolve()
    },
  }
}

export function warnOfDeprecation({ operation, sunset }: DeprecationNotice): void {
  const day = sunset.toISOString().slice(0, 10)
  console.warn(`@rollcall/client: ${operation} is deprecated and may be gone from ${day} on`)
}
