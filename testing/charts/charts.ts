import { join } from 'node:path'
import { notificationVariables } from '../../services/notification/src/config.ts'
import { registrationVariables } from '../../services/registration/src/config.ts'
import type { Specification } from '../../services/platform/config.ts'
import { userVariables } from '../../services/user/src/config.ts'

export const CHARTS = join(import.meta.dirname, '../../charts')

/**
 * What each service reads from its environment: the only source of the names under `config` and `secrets`.
 */
export const SERVICES = {
  registration: registrationVariables,
  user: userVariables,
  notification: notificationVariables,
} satisfies Record<string, Specification>

export type Service = keyof typeof SERVICES

export const SERVICE_NAMES = Object.keys(SERVICES) as Service[]

export const ALL_CHARTS = ['rollcall', 'backing'] as const

export type Chart = (typeof ALL_CHARTS)[number]

/** How helm-docs is called: one template for the README of every chart. */
export const README_ARGUMENTS = [
  ...['--template-files', join(CHARTS, 'README.md.gotmpl')],
  ...['--log-level', 'warning'],
]
