import type { ErrorCode } from '../../../shared/contract/generated/errors.ts'
import type { CourseBody } from './calls.ts'

/** What is compared of an answer. A header that is not named must be absent. */
export interface Expected {
  readonly status: number
  readonly code: string | null
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export interface Grant {
  readonly role: string
  readonly groupId: number
}

export interface ModelAccount {
  readonly id: number
  readonly name: string
  grants: readonly Grant[]
}

export interface ModelUser {
  readonly id: number
  fields: Readonly<Record<string, string>>
  groupIds: Set<number>
  deleted: boolean
  readonly createdDate: string
  /** Undefined after a change whose answer doesn't show it. */
  updatedDate: string | undefined
}

export interface ModelCourse extends CourseBody {
  readonly id: number
  deleted: boolean
}

export interface Step {
  at: string
  by: number
  byName: string
  from: string | null
  to: string
  score: number | null
  success: boolean | null
}

export interface ModelRegistration {
  readonly id: number
  readonly user: ModelUser
  readonly courseId: number
  readonly externalId: string
  readonly createdDate: string
  /** Moves, and changes of its user or its course. */
  updatedDate: string
  status: string
  completionDate: string | null
  score: number | null
  readonly history: Step[]
}

export interface Kept {
  readonly body: string
  readonly answer: Expected
  /** Why the account may no longer see the answer. */
  readonly mayNotReplay: () => ErrorCode | undefined
}

/** A record that a create may have made: written, or only tried out. */
export interface Draft {
  readonly user: ModelUser
  readonly course: ModelCourse
  readonly externalId: string
  readonly resolvedBy: string
}

export class Refused extends Error {
  readonly code: ErrorCode
  readonly detail: unknown

  constructor(code: ErrorCode, detail?: unknown) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

export const USER_FIELDS = [
  ...[
    'address',
    'address2',
    'city',
    'country',
    'email',
    'expirationDate',
    'externalId',
    'firstName',
    'lastName',
  ],
  ...['loginName', 'state', 'zip', 'ovFormWithInput12', 'workSettingsOtherSpecify'],
  'workSettingsPrivateIndustryExcept',
]
export const REQUIRED_OF_USERS = ['email', 'firstName', 'lastName', 'loginName']

export const isOpen = (status: string) => status === 'Not Started' || status === 'Approved'
export const lower = (text: string | undefined) => text?.toLowerCase()
export const ok = (status: number, body: unknown, headers: Record<string, string> = {}): Expected => ({
  status,
  code: null,
  body,
  headers,
})
export const anyText: unknown = expect.any(String)
