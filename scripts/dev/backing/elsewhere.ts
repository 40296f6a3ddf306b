import { messageOf, Refusal } from '../../support/refusal.ts'
import type { Provider } from './server.ts'

/**
 * The first link of every chain: a server that somebody else runs, named by a variable. Who names one wants this one:
 * when it does not answer, that is an error and no reason to look further.
 */
export function elsewhere(
  variable: string,
  check: (url: string, env: NodeJS.ProcessEnv) => Promise<void>,
): Provider {
  return {
    looksFor: variable,
    find({ env }) {
      const url = env[variable]
      if (url === undefined || url === '') return Promise.reject(new Error('not set'))
      return Promise.resolve({
        label: `the one named by ${variable}`,
        async start() {
          try {
            await check(url, env)
          } catch (fault) {
            throw new Refusal(
              `${variable} names a server that can't be used: ${messageOf(fault)}\n` +
                `Check the address, or unset ${variable} to have a server provided.`,
            )
          }
          return { url, processes: [] }
        },
      })
    },
  }
}
