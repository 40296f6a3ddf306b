import type { Answer } from './client.ts'
import { errors, type ErrorCode } from '../services/shared/contract/generated/errors.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- jest's own types are extended so
  namespace jest {
    interface Matchers<R> {
      /** An error of the table: its status, its code in the header and exactly its text (or `detail`) in the body. */
      toBeError(code: ErrorCode, detail?: string): R
    }
  }
}

expect.extend({
  toBeError(answer: Answer, code: ErrorCode, detail?: string) {
    const row = errors[code]
    const expected = {
      status: row.status,
      code,
      body: { detail: detail ?? row.detail ?? (expect.any(String) as unknown) },
    }
    const actual = {
      status: answer.status,
      code: answer.headers.get('x-error-code'),
      body: answer.body as unknown,
    }
    return {
      pass: this.equals(actual, expected),
      message: () =>
        `expected ${this.utils.printExpected(expected)}\nreceived ${this.utils.printReceived(actual)}`,
    }
  },
})
