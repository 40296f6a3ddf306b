import type { ConfigurationParameters } from '../generated/public/runtime.ts'
import { noticingDeprecation, warnOfDeprecation, type DeprecationNotice } from './deprecation.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { fetchThroughProxy } from './proxy.ts'
import { DEFAULT_PATIENCE, repeating, type Fetch, type Patience } from './repeat.ts'

export interface ConnectionOptions {
  /** Address of the service, for example `https://learning.example.org`; `/api/v2` may follow. */
  readonly baseUrl: string
  /** Limits of the retries; the defaults are 4 attempts within 90 s, 30 s each. */
  readonly patience?: Partial<Patience>
  /** Sent with every request, for example a `traceparent`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Replaces the platform's `fetch`, and the use of `HTTPS_PROXY` and `NO_PROXY`. */
  readonly fetch?: Fetch
  /** Called once for each operation that is deprecated; by default the client warns on the console. */
  readonly onDeprecated?: (notice: DeprecationNotice) => void
}

/**
 * The configuration of both generated clients: retries, idempotency keys, and our errors instead of the
 * generator's.
 */
export function connection(options: ConnectionOptions): ConfigurationParameters {
  const basePath = options.baseUrl.replace(/(?<!\/)\/+$/, '')
  const send = options.fetch ?? fetchThroughProxy()
  return {
    basePath,
    headers: { Accept: 'application/json', ...options.headers },
    fetchApi: noticingDeprecation(
      repeating(send, { ...DEFAULT_PATIENCE, ...options.patience }),
      options.onDeprecated ?? warnOfDeprecation,
    ),
    middleware: [
      {
        pre: withIdempotencyKey(basePath),
        // The generator would wrap it in an error of its own.
        onError: ({ error }) => {
          throw error
        },
      },
    ],
  }
}
