import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PACTS } from '../pact/folder.ts'
import { readPact } from '../pact/pact.ts'
import { startProvider } from '../providers/notification.ts'
import { brokerOptions } from './options.ts'
import { replayedBroker } from './replayed-broker.ts'
import { canIDeploy, publish, record, verify, type StepContext } from './steps.ts'

const pact = readPact(join(PACTS, 'registration-notification.json'))
const SERVICE = 'notification'

/** Walks one step against the answers of a broker. */
async function walk(
  step: (context: StepContext) => Promise<boolean>,
  { deployable = true, kept = pact } = {},
) {
  const broker = await replayedBroker(kept, deployable)
  let said = ''
  const context: StepContext = {
    options: { url: broker.url, version: '1', branch: 'main' },
    say: (text) => void (said += text),
    start: () => startProvider(),
  }
  const done = await step(context)
  broker.close()
  return { done, said, asked: broker.asked }
}

describe('the way of pacts through a broker', () => {
  it('publishes every pact of ours, with the version and the branch', async () => {
    const { done, asked } = await walk(publish)
    expect(done).toBe(true)
    const published = asked.filter(({ path }) => path === '/contracts/publish').map(({ body }) => body)
    expect(published.flatMap(({ contracts }) => contracts)).toHaveLength(readdirSync(PACTS).length)
    for (const each of published)
      expect(each).toMatchObject({ pacticipantVersionNumber: '1', branch: 'main' })
  })

  it('verifies what the broker has, and tells it the result', async () => {
    const { done, said, asked } = await walk((context) => verify(context, [SERVICE]))
    expect(said).toContain('getReceipt answers 200: sent')
    expect(done).toBe(true)
    const results = asked.find(({ path }) => path.endsWith('/verification-results'))
    expect(results?.body).toMatchObject({ success: true, providerApplicationVersion: '1' })
  })

  it('tells the broker as well when a pact is not kept', async () => {
    const [first] = pact.interactions ?? []
    const kept = {
      ...pact,
      interactions: [{ ...first, response: { ...first?.response, status: 418 } }],
    } as typeof pact
    const { done, asked } = await walk((context) => verify(context, [SERVICE]), { kept })
    expect(done).toBe(false)
    expect(asked.find(({ path }) => path.endsWith('/verification-results'))?.body.success).toBe(false)
  })

  it.each([true, false])(
    'asks whether the version may be deployed, and heeds the answer %s',
    async (deployable) => {
      const { done, asked } = await walk((context) => canIDeploy(context, 'production'), { deployable })
      expect(done).toBe(deployable)
      const matrix = asked.filter(({ path }) => path.startsWith('/matrix'))
      expect(matrix).toHaveLength(3)
      for (const { path } of matrix) expect(path).toContain('environment=production')
    },
  )

  it('records that the version was deployed', async () => {
    const { done, asked } = await walk((context) => record(context, 'production', [SERVICE]))
    expect(done).toBe(true)
    expect(asked).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/pacticipants/notification/versions/1/deployed-versions/environment/c540ce64',
      }),
    )
  })

  it('wants to know where the broker is', () => {
    expect(() => brokerOptions({})).toThrow('PACT_BROKER_BASE_URL')
    expect(brokerOptions({ PACT_BROKER_BASE_URL: 'http://broker/' })).toMatchObject({
      url: 'http://broker',
      version: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
  })
})
