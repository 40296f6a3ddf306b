/** A service without operations, for run.test.ts: `FAULT` names the step that goes wrong. */
import { setTimeout as delay } from 'node:timers/promises'
import { commonVariables, readConfig, text } from '../services/platform/config.ts'
import { run } from '../services/platform/process/run.ts'

const { drainDelayMs, logLevel, mongodbUrl } = commonVariables
const variables = {
  drainDelayMs,
  logLevel,
  mongodbUrl,
  fault: text('FAULT', { default: '', why: 'of the test' }),
}

await run(
  'tiny',
  process.env,
  (env) => readConfig(env, variables),
  async ({ fault }, logger) => {
    const step = (what: string, name: string) => async () => {
      await delay(5) // before and after, so that the times of the lines show their order
      logger.info(`${what} ${name}`)
      await delay(5)
      if (fault === `${what} ${name}`) throw new Error(`cannot ${fault}`)
    }
    await step('compose', 'tiny')()
    const part = (name: string) => ({ name, start: step('start', name), stop: step('stop', name) })
    // Something has to keep the process alive, as a listening port does.
    const alive = setInterval(() => undefined, 60_000)
    if (fault === 'later')
      setTimeout(() => {
        throw new Error('this is not caught')
      }, 50)
    return {
      parts: [part('first'), part('second'), { name: 'third', stop: () => clearInterval(alive) }],
      announceStop: () => logger.info('announced'),
    }
  },
)
