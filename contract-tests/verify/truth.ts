import type { Arrived, Returned } from '../providers/state.ts'

/** Every message has these beside its payload. */
const BESIDE = ['contentType', 'x-request-id']

/**
 * A message that tells what its states have made: nothing in it, or beside it, differs from what a state returned under
 * the same name. Pact gives values of states to requests and to answers, and never to messages; without this a message
 * could tell anything of the right type.
 * @throws when one differs
 */
export function requireTrue(message: Arrived, returned: Returned): Arrived {
  const told: Readonly<Record<string, unknown>> = { ...message.metadata, ...message.payload }
  for (const [name, value] of Object.entries(returned)) {
    const mayBeAbsent = !BESIDE.includes(name)
    if ((mayBeAbsent && !(name in told)) || comparable(told[name]) === comparable(value)) continue
    throw new Error(
      `The message tells ${name} ${JSON.stringify(told[name] ?? null)}; its state made ${JSON.stringify(value)}.`,
    )
  }
  return message
}

/** HTTP shows whole seconds. */
const comparable = (value: unknown): string => JSON.stringify(value ?? null).replace(/\.\d+(?=Z"$)/, '')
