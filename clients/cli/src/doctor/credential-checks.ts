import { RollcallError } from '@rollcall/client'
import type { Context } from '../context.ts'
import type { SettingName } from '../settings.ts'
import { findingForError, REQUEST_OPTIONS, ok, skipped, warning, type Finding } from './finding.ts'

const OPERATOR_TOKEN = 'operator token'
const API_KEY = 'API key'

export async function checkOperatorToken(context: Context): Promise<Finding> {
  const missing = missingSettings(context, ['admin-url', 'operator-token'])
  if (missing) return skipped(OPERATOR_TOKEN, missing)
  try {
    // Needs no database: without one, the other checks name it.
    await context.operatorApi(REQUEST_OPTIONS).user.getUserStatus()
    return ok(OPERATOR_TOKEN, `accepted at ${context.settings.need('admin-url')}`)
  } catch (error) {
    return findingForError(OPERATOR_TOKEN, error)
  }
}

export async function checkApiKey(context: Context): Promise<Finding> {
  const missing = missingSettings(context, ['url', 'api-key', 'api-secret'])
  if (missing) return skipped(API_KEY, missing)
  const { registrations, users } = context.publicApi(REQUEST_OPTIONS)
  const requests = {
    registrations: () => registrations.listRegistrations({ limit: 1 }),
    users: () => users.listUsers({ limit: 1 }),
  }
  const permitted: string[] = []
  for (const [records, request] of Object.entries(requests)) {
    try {
      await request()
      permitted.push(records)
    } catch (error) {
      // The key is valid, but its account lacks the role.
      if (!(error instanceof RollcallError && error.status === 403)) return findingForError(API_KEY, error)
    }
  }
  if (permitted.length > 0) return ok(API_KEY, `valid for ${permitted.join(' and ')}`)
  return warning(API_KEY, 'valid, but its account has no role: grant one')
}

function missingSettings({ settings }: Context, names: readonly SettingName[]): string | undefined {
  const missing = names.filter((name) => settings.find(name) === undefined)
  return missing.length > 0 ? `not set: ${missing.join(', ')}` : undefined
}
