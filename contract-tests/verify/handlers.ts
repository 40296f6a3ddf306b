import type { StateHandlers } from '@pact-foundation/pact/src/dsl/verifier/proxy/types.js'
import type { MessageProviders } from '@pact-foundation/pact/src/dsl/message.js'
import { ASYNCHRONOUS, interactionsOf, type Pact } from '../pact/pact.ts'
import type { EventType, Parameters, Provider } from '../providers/provider.ts'

/**
 * What the verifier calls for states and messages. It takes a state that could not be set up for one that was: the
 * failures are kept, and count.
 */
export function handlersOf(provider: Provider, pacts: readonly Pact[]) {
  const failures: string[] = []
  const keeping = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      failures.push(`The state "${name}" could not be set up: ${(error as Error).message}`)
      throw error
    }
  }
  const stateHandlers: StateHandlers = Object.fromEntries(
    Object.entries(provider.states).map(([name, state]) => [
      name,
      {
        setup: (given) =>
          keeping(name, async () => ({ ...(await state.setUp((given ?? {}) as Parameters)) })),
        teardown: () => keeping(name, () => state.tearDown()),
      },
    ]),
  )
  return { stateHandlers, messageProviders: messagesOf(provider, pacts), failures }
}

/** The verifier finds a message by its description, we by the type of event that the description or its metadata names. */
function messagesOf(provider: Provider, pacts: readonly Pact[]): MessageProviders {
  const messages = pacts.flatMap(interactionsOf).filter(({ type }) => type === ASYNCHRONOUS)
  return Object.fromEntries(
    messages.map(({ description, metadata }) => [
      description,
      async () => {
        const types = Object.keys(provider.messages) as EventType[]
        const type = types.find((name) => metadata?.['type'] === name || description.includes(name))
        const produce = type && provider.messages[type]
        if (!produce) throw new Error(`"${description}" names none of the messages ${types.join(', ')}`)
        const { payload, metadata: sent } = await produce()
        return { __pactMessageMetadata: sent, message: payload }
      },
    ]),
  )
}
