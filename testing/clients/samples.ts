import contract from '../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { operationsOf, type OpenApiDocument, type OperationEntry } from '../../local/contract/document.ts'
import { explained } from '../../local/contract/explain.ts'
import { PLACEHOLDERS, samplesOf } from '../../local/pages/samples.ts'
import { client } from '../client.ts'
import { eventually } from '../eventually.ts'
import { expectBody } from '../portal.ts'
import type { System } from './system.ts'

/** The records that the examples of the contract name. */
const EXAMPLES = {
  course: 210,
  group: 12,
  user: 1007,
  registration: 48_151,
  registrationExternalId: 'enrolment-2291',
  endpoint: 7,
  delivery: 9120,
}

/** Directories create the user of the examples too, so their samples are executed on their own. */
const SENT_BY_DIRECTORIES = '/scim/'

/**
 * Creates come first, because they make what the others read, and deletes last. Updating an endpoint changes
 * its events: then the next attempt of a delivery removes it, so what is about deliveries comes before.
 */
const ORDER = ['createUser', 'createScimUser', 'createRegistration']
function rankOf({ method, operation: { operationId } }: OperationEntry): number {
  if (ORDER.includes(operationId)) return ORDER.indexOf(operationId)
  if (operationId === 'updateWebhookEndpoint') return 8
  return method === 'delete' ? 9 : 5
}

const successesOf = ({ responses }: OperationEntry['operation']): string[] =>
  Object.keys(responses).filter((code) => code.startsWith('2'))

export interface SampleToRun {
  readonly operationId: string
  readonly method: string
  /** The status of its success. */
  readonly status: number
  /** Whether it is about users. */
  readonly isUsers: boolean
  source(): Promise<string>
  /** To be called when it has been executed. */
  settled(): Promise<unknown>
}

/**
 * The samples of the reference in one language, for a system in which the records of the examples exist or
 * are made by the samples. Each call makes records of its own, `turn` says which.
 */
export async function samplesFor(
  system: System,
  { label, sender, turn }: { label: string; sender: 'integrator' | 'directory'; turn: number },
): Promise<SampleToRun[]> {
  const { operator } = system
  const [user, registration] = [EXAMPLES.user + 1000 * turn, EXAMPLES.registration + 1000 * turn]
  expectBody(await operator.post('/admin/users/ids/floor/', { above: user - 1 }), 200)
  expectBody(await operator.post('/admin/registrations/ids/floor/', { above: registration - 1 }), 200)
  await operator.put(`/admin/groups/${EXAMPLES.group}/`, { name: 'Operations', parentId: 1 })
  const course = { name: 'Fire safety', groupIds: [1] }
  const { status } = await operator.put(`/admin/courses/${EXAMPLES.course}/`, course)
  expect([200, 201]).toContain(status)
  const { apiKey, apiSecret, credential } = await system.issueKey()
  const caller = client(system.url, credential)
  const webhook = { url: 'https://hr.example.com/rollcall', events: ['registration.created'] }
  const endpoint = expectBody(await caller.post('/webhook-endpoints/', webhook), 201) as { id: number }
  const deliveries = `/webhook-endpoints/${endpoint.id}/deliveries/`
  /** The delivery about the registration that a sample has created by then. */
  const delivery = () =>
    eventually(async () => {
      const [first] = expectBody(await caller.get(deliveries), 200) as { id: number }[]
      return (first as { id: number }).id
    })
  const own: [string, string][] = [
    [PLACEHOLDERS.baseUrl, system.url],
    [PLACEHOLDERS.apiKey, apiKey],
    [PLACEHOLDERS.apiSecret, apiSecret],
    [String(EXAMPLES.user), String(user)],
    [String(EXAMPLES.registration), String(registration)],
    [EXAMPLES.registrationExternalId, `${EXAMPLES.registrationExternalId}-${turn}`],
  ]
  const document = explained('public', contract as unknown as OpenApiDocument)
  return (
    operationsOf(document)
      .filter(({ path }) => path.startsWith(SENT_BY_DIRECTORIES) === (sender === 'directory'))
      // A directory may not create or delete groups.
      .filter(({ operation }) => successesOf(operation).length > 0)
      .sort((a, b) => rankOf(a) - rankOf(b))
      .map((entry) => {
        const { operationId } = entry.operation
        const sample = samplesOf(document, entry).find((one) => one.label === label)
        if (sample === undefined) throw new Error(`${operationId} has no sample in ${label}`)
        const isAboutEndpoint = entry.path.startsWith('/webhook-endpoints/{')
        const mine = own.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), sample.source)
        return {
          operationId,
          method: entry.method,
          status: Number(successesOf(entry.operation).at(-1)),
          isUsers: entry.path.startsWith('/users/'),
          // Later samples change the user, and with it the event.
          settled: () => (operationId === 'createRegistration' ? delivery() : Promise.resolve()),
          async source() {
            if (!isAboutEndpoint) return mine
            const ofDelivery = mine.includes(String(EXAMPLES.delivery)) ? await delivery() : 0
            return mine
              .replaceAll(new RegExp(`\\b${EXAMPLES.endpoint}\\b`, 'g'), String(endpoint.id))
              .replaceAll(String(EXAMPLES.delivery), String(ofDelivery))
          },
        }
      })
  )
}

/**
 * Executes samples one after another. The user of the examples is created again between two samples that
 * delete it.
 */
export async function runOneByOne(
  samples: readonly SampleToRun[],
  execute: (source: string, sample: SampleToRun) => Promise<unknown>,
): Promise<void> {
  const createUser = samples.find(({ operationId }) => operationId === 'createUser')
  const deletes = samples.filter(({ method, isUsers }) => isUsers && method === 'delete')
  for (const sample of samples) {
    await execute(await sample.source(), sample)
    await sample.settled()
    if (createUser && deletes.includes(sample) && sample !== deletes.at(-1))
      await execute(await createUser.source(), createUser)
  }
}
