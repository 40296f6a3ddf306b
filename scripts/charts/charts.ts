import { join } from 'node:path'
import { notificationVariables } from '../../services/notification/src/config.ts'
import { registrationVariables } from '../../services/registration/src/config.ts'
import { commonVariables, type Specification } from '../../services/shared/config.ts'
import { userVariables } from '../../services/user/src/config.ts'

export const CHARTS = join(import.meta.dirname, '../../charts')

/** What each service reads from its environment: the only source of the names under `config` and `secrets`. */
export const SERVICES = {
  registration: registrationVariables,
  user: userVariables,
  notification: notificationVariables,
} satisfies Record<string, Specification>

export type Service = keyof typeof SERVICES

export const SERVICE_NAMES = Object.keys(SERVICES) as Service[]

/** What every service reads. */
export const SHARED_VARIABLES: Specification = commonVariables

/** Every chart, in the order in which they need each other. */
export const ALL_CHARTS = ['common', ...SERVICE_NAMES, 'rollcall', 'backing'] as const

export type Chart = (typeof ALL_CHARTS)[number]

/** What an operator has to decide and no default can: enough for each chart to render. */
export const LEAST_VALUES: Readonly<Partial<Record<Chart, Readonly<Record<string, string>>>>> = {
  notification: { 'config.MAIL_FROM': 'no-reply@example.org' },
  rollcall: { 'notification.config.MAIL_FROM': 'no-reply@example.org' },
}

/** How helm-docs is called: one template for the README of every chart. */
export const README_ARGUMENTS = [
  ...['--template-files', join(CHARTS, 'README.md.gotmpl')],
  ...['--log-level', 'warning'],
]
