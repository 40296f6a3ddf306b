import { scene } from '../../../testing/notification/scene.ts'
import { startNotification } from '../../../testing/notification/start-notification.ts'
import { Counters } from '../../platform/store/counters.ts'
import { Endpoints } from '../src/webhooks/endpoints/repository.ts'
import { SecretBox } from '../src/webhooks/endpoints/secrets.ts'

const [LOST, OLD, NEW] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const ENDPOINTS = 5

const at = scene({ started: false })
let endpoints: Endpoints
/** The endpoint whose secret was encrypted with a key that is not configured any more. */
let damaged: number
const secretOf = new Map<number, string>()

beforeAll(async () => {
  endpoints = new Endpoints(at.database, new Counters(at.database))
  await endpoints.prepare()
  for (let i = 1; i <= ENDPOINTS; i++) {
    const box = new SecretBox([i === 2 ? LOST : OLD])
    const secret = box.newSecret()
    const endpoint = {
      accountId: i,
      accountCreatedAt: new Date(),
      url: 'https://receiver.example/',
      events: ['user.created' as const],
      description: '',
    }
    const { id } = await endpoints.add(endpoint, (newId) => box.seal(secret, newId), new Date())
    if (i === 2) damaged = id
    else secretOf.set(id, secret)
  }
  at.running = await startNotification({ ...at.config, webhookSecretKeys: [NEW, OLD] })
  await at.running.ready()
})

const onlyNew = new SecretBox([NEW])
const sealedSecrets = async () =>
  (await endpoints.findAll()).map(({ id, secrets }) => ({ id, sealed: secrets[0]?.sealed ?? '' }))

it('encrypts secrets with the new key before it is ready, and skips one that no key decrypts', async () => {
  const current = (await sealedSecrets()).filter(({ sealed }) => onlyNew.isCurrent(sealed))
  expect(current).toHaveLength(ENDPOINTS - 1)
  for (const { id, sealed } of current) expect(onlyNew.open(sealed, id)).toBe(secretOf.get(id))
  const [left] = (await sealedSecrets()).filter(({ sealed }) => !onlyNew.isCurrent(sealed))
  expect(left?.id).toBe(damaged)
  expect(at.running.lines).toContainEqual(
    expect.objectContaining({
      endpoint: damaged,
      msg: 'the secret of a webhook endpoint can not be decrypted',
    }),
  )
  expect(await at.running.health()).toMatchObject({ status: 'ready' })
})
