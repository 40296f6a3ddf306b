import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createProxyServer } from 'http-proxy-3'
import { catalogue } from '../../services/platform/contract/generated/catalogue.ts'
import { startSystem, type System } from '../../testing/clients/system.ts'
import { brokerClient } from '../../testing/broker.ts'
import { client } from '../../testing/client.ts'
import { eventually } from '../../testing/eventually.ts'
import { onFreePort } from '../../testing/gateway.ts'
import { SERVICE_TOKEN } from '../../testing/isolated.ts'
import { schemathesis } from '../../testing/schemathesis.ts'

const CONTRACT = join(import.meta.dirname, '../../services/platform/contract/generated/openapi.json')
const ROLES = ['Course attendance manager', 'Batch registration manager', 'User administrator']

export interface Fuzzing {
  readonly seconds: number
  readonly seed: number
  /** Only these operations, by a pattern of their ids. */
  readonly only?: string
  readonly print?: (text: string) => void
}

/** Starts the whole system, and lets Schemathesis send it valid and invalid requests. */
export async function fuzz({ seconds, seed, only, print = () => undefined }: Fuzzing) {
  const program = await schemathesis()
  const system = await startSystem()
  const proxy = await openProxy(system)
  try {
    const { key, records } = await populated(system)
    const here = import.meta.dirname
    const args = [
      ...['--config-file', join(here, 'schemathesis.toml'), 'run', CONTRACT, '--url', proxy.url],
      ...['--checks', 'all', '--max-time', String(seconds), '--seed', String(seed), '--no-color'],
      ...['--workers', '1', '--generation-database', 'none', '--output-sanitize', 'false'],
      ...(only === undefined ? [] : ['--include-operation-id-regex', only]),
    ]
    const env = {
      ...process.env,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: here,
      PYTHONDONTWRITEBYTECODE: '1',
      FUZZ_ACCOUNT: String(key.accountId),
      FUZZ_RECORDS: JSON.stringify(records),
      FUZZ_KEY_ID: key.apiKey,
      FUZZ_SECRET: key.apiSecret,
      FUZZ_OPERATOR_TOKEN: system.operatorToken,
      FUZZ_SERVICE_TOKEN: SERVICE_TOKEN,
    }
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        print(chunk.toString())
      })
    const [code] = (await once(child, 'close')) as [number | null]
    return { ok: code === 0, output }
  } finally {
    proxy.close()
    await system.stop()
  }
}

/**
 * Creates eight records of each kind with the ids that hooks.py uses, and an account that can see them.
 * @returns the records for the examples of the contract, by operation
 */
async function populated(system: System) {
  const { operator, url, issueKey } = system
  const ids = Array.from({ length: 8 }, (_, i) => i + 1)
  for (const id of ids) {
    await operator.put(`/admin/groups/${id}/`, { name: `Group ${id}`, parentId: id === 1 ? null : 1 })
    const course = { name: `Course ${id}`, externalId: `provider-${id}`, groupIds: [1] }
    await operator.put(`/admin/courses/${id}/`, course)
  }
  await operator.put('/admin/groups/9/', { name: 'Nobody', parentId: 1 })
  const key = await issueKey({ grants: ROLES.map((role) => ({ role, groupId: 1 })) })
  const caller = client(url, key.credential)
  // The last four are for the examples that delete, and for one that is found by the external id that it
  // changes.
  for (const id of [...ids, 9, 10, 11, 12]) {
    const names = { loginName: `ada-${id}`, email: `ada-${id}@example.org`, externalId: `hr-${id}` }
    const { body } = await caller.post('/users/', { firstName: 'Ada', lastName: 'Byron', ...names })
    await caller.post('/registrations/', { courseId: 1, userId: body.id, externalId: `enrolment-${id}` })
  }
  const [spare, another] = [await issueKey(), await issueKey()]
  const deadLetter = await aDeadLetter(system)
  return {
    key,
    records: {
      getRegistrationByExternalId: { registrationExternalId: 'enrolment-1' },
      approveRegistrationByExternalId: { registrationExternalId: 'enrolment-2' },
      completeRegistrationByExternalId: { registrationExternalId: 'enrolment-3' },
      withdrawRegistrationByExternalId: { registrationExternalId: 'enrolment-4' },
      getUserByExternalId: { externalId: 'hr-1' },
      patchUserByExternalId: { externalId: 'hr-11' },
      deleteUser: { id: 9 },
      deleteUserByExternalId: { externalId: 'hr-10' },
      deleteScimUser: { id: '12' },
      getScimResourceType: { name: 'User' },
      getScimSchema: { urn: 'urn:ietf:params:scim:schemas:core:2.0:User' },
      deleteCourse: { id: 8 },
      deleteGroup: { id: 9 },
      putServiceAccount: { id: spare.accountId },
      deleteServiceAccount: { id: another.accountId },
      issueKey: { id: spare.accountId },
      revokeKey: { id: spare.accountId, keyId: spare.apiKey },
      replayDeadLetter: { id: deadLetter },
    },
  }
}

async function aDeadLetter({ operator, rabbitmqUrl }: System): Promise<string> {
  const broker = await brokerClient(rabbitmqUrl)
  await broker.send('notification.registration-created', 'no JSON')
  await broker.close()
  return await eventually(async () => {
    const { body } = await operator.get('/admin/dead-letters/')
    if (body.length === 0) throw new Error('the letter is not dead yet')
    return body[0].id as string
  }, 30_000)
}

const INTERNAL = Object.values(catalogue)
  .filter(({ audience }) => audience === 'internal')
  .map(({ path, service }) => ({
    service,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}(\\?|$)`),
  }))

/** One address for every operation: internal ones have their own ports, which no gateway passes on. */
function openProxy({ adminUrl, internalUrl }: System) {
  const proxy = createProxyServer({})
  const targetOf = (url: string): string => {
    if (!url.startsWith('/internal/')) return adminUrl
    const { service = 'user' } = INTERNAL.find(({ pattern }) => pattern.test(url)) ?? {}
    return internalUrl[service]
  }
  return onFreePort(
    createServer((request, response) =>
      proxy.web(request, response, { target: targetOf(request.url ?? '') }),
    ),
  )
}
