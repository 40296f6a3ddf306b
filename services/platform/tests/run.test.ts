import { join } from 'node:path'
import { startChild } from '../../../testing/child.ts'

/**
 * Runs the tiny service to its end. The first signal is sent once it has started, the others once it stops.
 */
async function runTiny(env: Record<string, string>, ...[first, ...others]: readonly NodeJS.Signals[]) {
  const child = startChild(['--no-warnings', join(__dirname, '../../../testing/tiny-service.ts')], {
    MONGODB_URL: 'mongodb://user:hunter2@db',
    ...env,
  })
  if (first) void child.waitForOutput('"msg":"started"').then(() => child.signal(first))
  for (const signal of others) void child.waitForOutput('"msg":"announced"').then(() => child.signal(signal))
  const [code] = await child.ended
  const { stdout, stderr } = child.output
  const lines = stdout.split('\n').filter((line) => line !== '')
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; time: string })
  const messages = logged.map(({ msg }) => msg)
  /** When a message was logged. */
  const at = (message: string) => Date.parse(logged.find(({ msg }) => msg === message)?.time ?? '')
  return { code, stdout, stderr, messages, at }
}

describe('a service process', () => {
  it('ends with 78 for an invalid configuration, with all faults and no stack trace', async () => {
    const nonsense = { MONGODB_URL: 'hunter2', LOG_LEVEL: 'loud', DRAIN_DELAY_MS: '-1' }
    const { code, stdout, stderr } = await runTiny(nonsense)
    expect(code).toBe(78)
    expect(stdout).toBe('')
    expect(stderr.split('\n')).toEqual([
      'tiny: The configuration has 3 faults:',
      expect.stringMatching(/^ {2}DRAIN_DELAY_MS must be .* \(given: "-1"\)/),
      expect.stringMatching(/^ {2}LOG_LEVEL must be one of /),
      expect.stringMatching(/^ {2}MONGODB_URL must be a URL /),
      '',
    ])
    expect(stderr).not.toContain('hunter2')
  })

  it('ignores one line break at the end of a variable, as a Secret may have it, and says so', async () => {
    const secret = {
      MONGODB_URL: 'mongodb://db\n',
      MONGODB_URL_PASSWORD: 'hunter2\r\n',
      DRAIN_DELAY_MS: '1\n',
    }
    const { code, stdout } = await runTiny({ ...secret, MONGODB_URL_USERNAME: 'user' }, 'SIGTERM')
    expect(stdout).toContain('"variables":["MONGODB_URL","MONGODB_URL_PASSWORD","DRAIN_DELAY_MS"]')
    expect([code, stdout.includes('hunter2')]).toEqual([0, false])
    expect((await runTiny({ DRAIN_DELAY_MS: '1\n\n' })).code).toBe(78)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'starts its parts in order; on %s it waits for routers, and stops them in reverse',
    async (signal) => {
      const { code, messages, stderr, at } = await runTiny({ DRAIN_DELAY_MS: '300' }, signal)
      expect(messages).toEqual([
        ...['compose tiny', 'start first', 'start second', 'started'],
        ...['stopping', 'announced', 'stop second', 'stop first', 'stopped'],
      ])
      expect([code, stderr]).toEqual([0, ''])
      expect(at('stop second') - at('announced')).toBeGreaterThanOrEqual(295)
    },
  )

  it('stops in order if it gets a second signal', async () => {
    const { code, messages } = await runTiny({ DRAIN_DELAY_MS: '300' }, 'SIGTERM', 'SIGTERM', 'SIGINT')
    expect(messages.slice(-5)).toEqual(['stopping', 'announced', 'stop second', 'stop first', 'stopped'])
    expect(code).toBe(0)
  })

  it('stops the other parts if one fails to stop, and reports it', async () => {
    const { code, messages } = await runTiny({ FAULT: 'stop second' }, 'SIGTERM')
    expect(messages.slice(-4)).toEqual(['stop second', 'stop first', 'could not stop a part', 'stopped'])
    expect(code).toBe(1)
  })

  it.each(['compose tiny', 'start second'])('ends with 1 and the reason if it cannot %s', async (fault) => {
    const { code, stdout, stderr, messages } = await runTiny({ FAULT: fault })
    expect(messages.at(-1)).toBe('could not start')
    expect(stdout).toContain(`cannot ${fault}`)
    expect([code, stderr]).toEqual([1, ''])
  })

  it('ends with 1 after an uncaught exception, with one log line', async () => {
    const { code, stdout, stderr, messages } = await runTiny({ FAULT: 'later' })
    expect(messages.at(-1)).toBe('uncaught exception')
    expect(stdout).toContain('this is not caught')
    expect([code, stderr]).toEqual([1, ''])
  })
})

describe('the SDK of OpenTelemetry (B5)', () => {
  /**
   * Prints the address of each of its modules that is loaded. Its API without an SDK is loaded by
   * prom-client.
   */
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      if (/opentelemetry\\/(?!api\\/)/.test(url)) process.stdout.write(url + '\\n')
      return next(url, context)
    } })`
  const watched = ['--no-warnings', '--import', `data:text/javascript,${encodeURIComponent(hook)}`]

  it('is not loaded by the modules of a service', async () => {
    const modules = ['registration', 'user', 'notification'].map((service) =>
      join(__dirname, `../../${service}/src/service.ts`),
    )
    const load = modules.map((path) => `import ${JSON.stringify(path)}`).join('\n')
    const child = startChild([...watched, '--input-type=module', '--eval', load], {})
    expect(await child.ended).toEqual([0, null])
    expect(child.output.stdout).toBe('')
  })

  it('is loaded only if there is an address for traces', async () => {
    const messages: string[] = []
    for (const endpoint of ['', 'http://127.0.0.1:1']) {
      const child = startChild([...watched, join(__dirname, '../../../testing/tiny-service.ts')], {
        MONGODB_URL: 'mongodb://db',
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      })
      await child.waitForOutput('"msg":"started"')
      child.signal('SIGTERM')
      await child.ended
      messages.push(child.output.stdout)
    }
    expect(messages[0]).not.toContain('@opentelemetry')
    expect(messages[1]).toContain('@opentelemetry/sdk-trace')
  })
})
