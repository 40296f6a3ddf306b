import type { Answer } from '../../services/shared/tests/kit/client.ts'

/** Who sends a request; a role is an account that holds it alone. */
export type Caller = 'everybody' | 'nobody' | 'bearer' | { readonly role: string }

export interface Wanted {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Instead of a body: the text itself. */
  readonly text?: string
}

/** One request, and what the contract says of the answer to it. */
export interface Case {
  readonly operationId: string
  /** `createUser body email: "ada@example"` */
  readonly name: string
  readonly request: Wanted
  /** Another operation that the request goes to. */
  readonly sentTo?: string
  /** By default the caller with every right that the operation asks for. */
  readonly as?: Caller
  /** The components that say something about the value: `schemas/Email`, `parameters/Limit`. */
  readonly through: readonly string[]
  /** What is wrong with the answer, or nothing; `spent` is how many requests the quota went down by, where known. */
  readonly judge: (answer: Answer, spent: number | undefined) => string | undefined
}

export interface Outcome {
  readonly status: number
  readonly code: string | undefined
  readonly detail: string | undefined
}

export function outcomeOf({ status, headers, body }: Answer): Outcome {
  return { status, code: headers.get('x-error-code') ?? undefined, detail: body?.detail }
}

export const told = ({ status, code, detail }: Outcome): string =>
  `the service answered ${status} ${code ?? ''} ${detail ?? ''}`

/** How the edge refuses what a handler should have seen. */
const STOPPED = [
  'invalid-request',
  'malformed-json',
  'body-too-large',
  'unsupported-media-type',
  'invalid-token',
  'too-many-requests',
  'path-not-found',
  'method-not-allowed',
]

/** The request reached its handler, whatever that made of it. */
export function handled(outcome: Outcome): string | undefined {
  return outcome.status >= 500 || STOPPED.includes(outcome.code ?? '')
    ? `the contract takes it, and ${told(outcome)}`
    : undefined
}

/** The request was refused with this code. */
export const refusedAs =
  (code: string) =>
  (outcome: Outcome): string | undefined =>
    outcome.code === code ? undefined : `the contract refuses it as ${code}, and ${told(outcome)}`
