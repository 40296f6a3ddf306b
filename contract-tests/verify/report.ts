import type { Verification } from './verify.ts'

/** What pact's core tells in JSON, as far as we say it again. */
interface CoreResult {
  readonly result?: boolean
  readonly output?: readonly string[]
  readonly errors?: readonly unknown[]
}

/** The verifier's result in words, with what our own states had to say. */
export function report(result: string, failures: readonly string[]): Verification {
  const { result: passed = false, output = [result] } = parsed(result)
  return { ok: passed && failures.length === 0, output: [...output, ...new Set(failures)].join('\n') }
}

function parsed(result: string): CoreResult {
  try {
    return JSON.parse(result) as CoreResult
  } catch {
    return {}
  }
}
