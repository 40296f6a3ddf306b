/**
 * Signs and posts bodies like those of webhooks. For each line with a number it posts so many, and prints the
 * CPU of each in µs. Arguments: the address, how many a second, and how many it posts before the first
 * measurement.
 */
import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'

const WARM_UP_PER_SECOND = 1_000
const [, , address = '', perSecond = '', warmUp = ''] = process.argv
const key = createSecretKey(randomBytes(32))
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
    path: '/peer',
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

async function posts(total: number, perSecond: number): Promise<void> {
  const began = performance.now()
  const underWay: Promise<void>[] = []
  // Ten at a time, as an event for ten endpoints leads to.
  for (let n = 0; n < total; n += 10) {
    for (let i = 0; i < 10; i++) underWay.push(post())
    await delay(Math.max(0, began + (1_000 * (n + 10)) / perSecond - performance.now()))
  }
  await Promise.all(underWay)
}

await posts(Number(warmUp), WARM_UP_PER_SECOND)
for await (const line of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage()
  await posts(Number(line), Number(perSecond))
  const { user, system } = process.cpuUsage(before)
  console.log((user + system) / Number(line))
}
await agent.close()
