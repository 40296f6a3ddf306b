import { refusedAs, type Outcome } from './case.ts'

/** The request was refused for its form, in words that name the field (decision S3). */
export const refusedNaming =
  (field: string) =>
  (outcome: Outcome): string | undefined => {
    const fault = refusedAs('invalid-request')(outcome)
    if (fault !== undefined) return fault
    const last = field.split('.').at(-1) ?? ''
    const { detail = '' } = outcome
    return detail.toLowerCase().includes(last.toLowerCase())
      ? undefined
      : `the refusal does not name ${last}: ${detail}`
  }
