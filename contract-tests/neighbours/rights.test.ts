import { randomBytes } from 'node:crypto'
import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import { EVENTS_EXCHANGE } from '../../services/platform/messaging/topology.ts'
import { client } from '../../testing/client.ts'
import { wholeSystem } from '../../testing/clients/system.ts'
import { eventually } from '../../testing/eventually.ts'
import { guideFile } from '../../testing/guide-file.ts'
import { expectBody } from '../../testing/portal.ts'
import { startReceiver, type Receiver } from '../../testing/receiver.ts'
import { manage, testServers } from '../../testing/servers.ts'
import { callsThatDiffer } from './acceptance.ts'
import { putCourse, register, untilSent } from './registration.ts'
import { rowOf } from './rows.ts'

const PASSWORD = randomBytes(8).toString('hex')
const ofUser = (url: string) => Object.assign(new URL(url), { username: 'rollcall', password: PASSWORD }).href

rowOf('rights', 'Redis and RabbitMQ, whose users have only the rights that the guide names', () => {
  const lines: string[] = []
  let receiver: Receiver
  let redis: Redis
  let rabbitmqUrl = ''
  async function wayTo(name: string, url: string): Promise<string> {
    if (name === 'redis') {
      const [, user = '', ...rules] = guideFile('servers/redis.acl', [['PASSWORD', PASSWORD]])
        .trim()
        .split(' ')
      redis = new Redis(testServers().redisUrl)
      await redis.acl('SETUSER', user, ...rules)
    } else if (name === 'rabbitmq') {
      rabbitmqUrl = url
      const vhost = new URL(url).pathname.slice(1)
      const definitions = guideFile('servers/rabbitmq.json', [
        ['PASSWORD', PASSWORD],
        ['[{ "name": "rollcall" }]', `[{ "name": "${vhost}" }]`],
        ['"vhost": "rollcall"', `"vhost": "${vhost}"`],
      ])
      await manage('POST', '/api/definitions', JSON.parse(definitions))
    } else return url
    return ofUser(url)
  }
  const system = wholeSystem({ wayTo, onLogLine: (line) => lines.push(line) })
  beforeAll(async () => {
    receiver = await startReceiver()
    await putCourse(system.operator)
  })
  afterAll(async () => {
    await receiver.stop()
    await manage('DELETE', '/api/users/rollcall')
    await redis.acl('DELUSER', 'rollcall')
    redis.disconnect()
  })
  /** What the servers have refused. */
  const refused = () => lines.filter((line) => /NOPERM|can't run this command|ACCESS_REFUSED/.test(line))

  it('serve all calls, e-mails and webhooks', async () => {
    const { credential } = await system.issueKey()
    const { credential: limited } = await system.issueKey({ requestsPerMinute: 1 })
    const received = { url: receiver.url, count: () => receiver.received.length }
    const scene = { base: system.url, credential, limited, courseId: 1, receiver: received }
    const { differences } = await callsThatDiffer(scene)
    // A proxy would do it.
    expect(differences).toEqual([expect.stringMatching(/^a compressed response/)])
    const caller = client(system.url, credential)
    const { id } = await register(caller, 'zoe.rights@example.org')
    await untilSent(caller, id)
    for (const path of ['registrations', 'users', 'deliveries'])
      expectBody(await system.operator.get(`/admin/${path}/status/`), 200)
    expect(refused()).toEqual([])
  }, 120_000)

  it('keep a message that can not be handled, and take it back', async () => {
    const connection = await connect(rabbitmqUrl)
    const channel = await connection.createConfirmChannel()
    channel.publish(EVENTS_EXCHANGE, 'registration.created.v1', Buffer.from('{"eventId":'), {
      messageId: 'bad',
    })
    await channel.waitForConfirms()
    await connection.close()
    const letters = async () => expectBody(await system.operator.get('/admin/dead-letters/'), 200)
    // Of the e-mail and of the webhook.
    await eventually(async () => expect(await letters()).toHaveLength(2))
    const [{ id }] = await letters()
    expectBody(await system.operator.post(`/admin/dead-letters/${id}/replay/`), 200)
    await eventually(async () => expect(await letters()).toHaveLength(3))
    expect(refused()).toEqual([])
  })
})
