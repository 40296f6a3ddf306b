import { readFile } from 'node:fs/promises'
import { Refusal } from '../../scripts/support/refusal.ts'
import { interactionsOf, type Pact } from '../pact/pact.ts'

/** What asked for something that can't be: no such file, not a pact. */
export const UNREADABLE = 2

/**
 * Reads a pact from a file or from an address.
 * @throws Refusal that says what is wrong with it
 */
export async function readSource(source: string): Promise<Pact> {
  const text = /^https?:\/\//.test(source) ? await fetched(source) : await read(source)
  let pact: unknown
  try {
    pact = JSON.parse(text)
  } catch (error) {
    throw new Refusal(`${source} is not JSON: ${(error as Error).message}`, UNREADABLE)
  }
  if (!isPact(pact))
    throw new Refusal(
      `${source} is not a pact: it needs consumer.name, provider.name, and interactions or messages.`,
      UNREADABLE,
    )
  if (interactionsOf(pact).length === 0) throw new Refusal(`${source} has no interaction.`, UNREADABLE)
  return pact
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Refusal(missing ? `There is no file ${file}.` : (error as Error).message, UNREADABLE)
  }
}

async function fetched(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { accept: 'application/json' } }).catch((error: unknown) => {
    const { cause, message } = error as Error
    throw new Refusal(
      `${url} does not answer: ${(cause as Error | undefined)?.message ?? message}`,
      UNREADABLE,
    )
  })
  if (!answer.ok) throw new Refusal(`${url} answers ${answer.status} ${answer.statusText}.`, UNREADABLE)
  return await answer.text()
}

function isPact(value: unknown): value is Pact {
  const { consumer, provider, interactions, messages } = (value ?? {}) as Partial<Pact>
  return (
    typeof consumer?.name === 'string' &&
    typeof provider?.name === 'string' &&
    (Array.isArray(interactions) || Array.isArray(messages))
  )
}
