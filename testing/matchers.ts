import type { TestResponse } from './client.ts'
import { errors, type ErrorCode } from '../services/platform/contract/generated/errors.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- jest's own types are extended so
  namespace jest {
    interface Matchers<R> {
      /**
       * An error of `openapi/error-codes.yaml`: its status, its code in the header, and its text (or
       * `detail`) in the body.
       */
      toBeError(code: ErrorCode, detail?: string): R
    }
  }
}

expect.extend({
  toBeError(response: TestResponse, code: ErrorCode, detail?: string) {
    const row = errors[code]
    const expected = {
      status: row.status,
      code,
      detail: detail ?? row.detail ?? (expect.any(String) as unknown),
    }
    const actual = {
      status: response.status,
      code: response.headers.get('x-error-code'),
      // The contract has the rest of the body, which SCIM adds.
      detail: (response.body as { detail: unknown }).detail,
    }
    return {
      pass: this.equals(actual, expected),
      message: () =>
        `expected ${this.utils.printExpected(expected)}\nreceived ${this.utils.printReceived(actual)}`,
    }
  },
})
