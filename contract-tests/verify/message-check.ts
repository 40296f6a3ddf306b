import type { ReceivedMessage, StateValues } from '../providers/state.ts'

/** Properties and headers that every message has. */
const REQUIRED_METADATA = ['contentType', 'x-request-id']

/**
 * Checks that the fields and headers of a message have the values that the states returned under the same names. Pact
 * inserts values of states into requests and responses, not into messages, where it would accept any value of the right type.
 * @throws Error when one differs
 */
export function requireMatchingStates(message: ReceivedMessage, returned: StateValues): ReceivedMessage {
  const fields: Readonly<Record<string, unknown>> = { ...message.metadata, ...message.payload }
  for (const [name, value] of Object.entries(returned)) {
    const mayBeAbsent = !REQUIRED_METADATA.includes(name)
    if ((mayBeAbsent && !(name in fields)) || comparable(fields[name]) === comparable(value)) continue
    throw new Error(
      `The message has ${name} ${JSON.stringify(fields[name] ?? null)}; its state returned ${JSON.stringify(value)}.`,
    )
  }
  return message
}

/** Responses show whole seconds, messages milliseconds. */
const comparable = (value: unknown): string => JSON.stringify(value ?? null).replace(/\.\d+(?=Z"$)/, '')
