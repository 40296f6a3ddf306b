import {
  commonVariables,
  internalVariables,
  type Environment,
  type Variable,
} from '../../services/shared/config.ts'
import { notificationVariables, readNotificationConfig } from '../../services/notification/src/config.ts'
import { readRegistrationConfig, registrationVariables } from '../../services/registration/src/config.ts'
import { readUserConfig } from '../../services/user/src/config.ts'

const READERS = {
  registration: readRegistrationConfig,
  user: readUserConfig,
  notification: readNotificationConfig,
} as const

const VARIABLES: readonly Variable<unknown>[] = Object.values({
  ...commonVariables,
  ...internalVariables,
  ...registrationVariables,
  ...notificationVariables,
})

/** A Markdown table of every environment variable: what it is for, what holds without it, which service reads it. */
export function configurationTable(): string {
  const readBy = Object.entries(READERS).map(([service, read]) => [service, namesRead(read)] as const)
  const names = new Set(readBy.flatMap(([, read]) => [...read]))
  return [
    '| Variable | For | Default | registration | user | notification |',
    '| --- | --- | --- | :-: | :-: | :-: |',
    ...[...names].map((name) => {
      const variable = VARIABLES.find((one) => one.name === name)
      if (!variable) throw new Error(`${name} is read but described nowhere.`)
      const marks = readBy.map(([, read]) => (read.has(name) ? '●' : ''))
      return `| ${[`\`${name}\``, variable.why, defaultOf(variable), ...marks].join(' | ')} |`
    }),
  ].join('\n')
}

/** What a service really asks its environment for: an empty one that takes notes. */
function namesRead(read: (environment: Environment) => unknown): ReadonlySet<string> {
  const asked = new Set<string>()
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => void asked.add(String(name)),
    },
  )
  try {
    read(environment)
  } catch {
    // Variables without a default are missing: that is not what is asked here.
  }
  return asked
}

function defaultOf({ default: fallback, secret }: Variable<unknown>): string {
  if (!fallback) return secret ? 'none (secret)' : 'none'
  const { value } = fallback
  return value === '' || (Array.isArray(value) && value.length === 0) ? 'empty' : `\`${String(value)}\``
}
