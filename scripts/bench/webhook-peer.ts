/** Signs and posts bodies like those of webhooks, a hundred a second, and prints the CPU of each in µs. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'

const PER_SECOND = 100
const WARM = 200
const [, , address = '', count = '1000'] = process.argv
const key = randomBytes(32)
const body = JSON.stringify({
  type: 'registration.approved',
  timestamp: '2024-01-15T14:58:41Z',
  data: { id: 48151, courseId: 210, courseName: 'Fire safety', version: 2, text: 'x'.repeat(250) },
})
const agent = new Agent()

async function post(): Promise<void> {
  const id = randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const response = await agent.request({
    origin: address,
    path: '/',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
  await response.body.dump()
}

async function posts(total: number): Promise<void> {
  const began = performance.now()
  const underWay: Promise<void>[] = []
  // Ten at a time, as an event for ten endpoints leads to.
  for (let n = 0; n < total; n += 10) {
    for (let i = 0; i < 10; i++) underWay.push(post())
    await delay(Math.max(0, began + (1_000 * (n + 10)) / PER_SECOND - performance.now()))
  }
  await Promise.all(underWay)
}

await posts(WARM)
const before = process.cpuUsage()
await posts(Number(count))
const { user, system } = process.cpuUsage(before)
console.log((user + system) / Number(count))
await agent.close()
