import { setTimeout as delay } from 'node:timers/promises'
import type { System } from '../../clients/tests/kit/system.ts'
import { operationsOf, type OpenApiDocument, type OperationEntry } from '../../scripts/generate/document.ts'
import { bearer, type Answer } from '../../services/shared/tests/kit/client.ts'
import { SERVICE_TOKEN } from '../../services/shared/tests/kit/isolated.ts'
import type { Caller, Case, Wanted } from './case.ts'
import { jsonOf } from './requests.ts'

type Headers = Readonly<Record<string, string>>

/** Sends one case and says what is wrong with the answer, or nothing. */
export type Fuzz = (one: Case) => Promise<string | undefined>

/** Cases change and delete the accounts with the ids of the contract's examples and bounds: not those that call. */
const LARGEST_IN_CASES = 3

/** Gets a system that is up ready for the cases of a contract. */
export async function fuzzing(document: OpenApiDocument, system: System): Promise<Fuzz> {
  const entries = new Map(operationsOf(document).map((entry) => [entry.operation.operationId, entry]))
  const roles = Object.entries(document['x-roles'])
  await system.operator.put('/admin/groups/1/', { name: 'The portal', parentId: null })
  const keyOf = async (names: readonly string[]) => {
    const key = await system.aKey({ grants: names.map((role) => ({ role, groupId: 1 })) })
    if (!key.apiSecret) throw new Error('no key can be had')
    return key
  }
  for (let id = 1; id <= LARGEST_IN_CASES; id++) await keyOf([])
  const all = await keyOf(roles.map(([, name]) => name))
  const single = new Map<string, Awaited<ReturnType<typeof keyOf>>>()
  for (const [role, name] of roles) single.set(role, await keyOf([name]))
  const remaining = new Map<string, number>()

  return async (one) => {
    const entry = entries.get(one.sentTo ?? one.operationId)
    if (!entry) return 'the contract has no such operation'
    const { as: caller = 'everybody' } = one
    const headers = { ...credentialOf(entry, caller), ...one.request.headers }
    const sent = () => send(addressOf(entry), entry, { ...one.request, headers })
    let answer = await sent()
    if (answer.status === 503) {
      // On a busy machine a database may not answer in time: once more, as the answer says.
      await delay(1000 * Number(answer.headers.get('retry-after') ?? 0))
      answer = await sent()
    }
    return one.judge(answer, spent(entry, caller, answer))
  }

  function addressOf({ operation }: OperationEntry): string {
    const audience = operation['x-audience']
    if (audience === 'internal') return system.internalUrl[operation.tags[0] as 'user' | 'notification']
    return audience === 'operator' ? system.adminUrl : system.url
  }

  function credentialOf({ operation }: OperationEntry, caller: Caller): Headers {
    if (caller === 'nobody') return {}
    switch (operation['x-audience']) {
      case 'operator':
        return bearer(system.operatorToken)
      case 'internal':
        return bearer(SERVICE_TOKEN)
      case 'public': {
        const { apiKey, apiSecret } = typeof caller === 'object' ? (single.get(caller.role) ?? all) : all
        if (caller === 'bearer') return bearer(`${apiKey}.${apiSecret}`)
        return { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
      }
    }
  }

  /** By how much a caller's quota went down since its answer before; unknown when a new minute began. */
  function spent({ operation }: OperationEntry, caller: Caller, { headers }: Answer): number | undefined {
    const account = typeof caller === 'object' ? caller.role : operation['x-audience']
    const counter = `${operation.tags[0] ?? ''} ${account}`
    const left = Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? Number.NaN)
    const before = remaining.get(counter)
    if (!Number.isNaN(left)) remaining.set(counter, left)
    return before !== undefined && left < before ? before - left : undefined
  }
}

async function send(baseUrl: string, { method, path }: OperationEntry, request: Wanted): Promise<Answer> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path[name])),
  )
  const query = new URLSearchParams(
    Object.entries(request.query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const text = request.text ?? jsonOf(request.body)
  const answer = await fetch(`${baseUrl}${target}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...request.headers },
    ...(text === undefined ? {} : { body: text }),
  })
  const received = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: received === '' ? undefined : (JSON.parse(received) as unknown),
  }
}
