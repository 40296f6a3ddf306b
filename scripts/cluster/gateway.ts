import { get } from './commands.ts'
import { until } from '../support/wait.ts'
import { ask, type Way } from './http.ts'
import { helmTest, runNotedCurl, realTest, upgrade, type Version } from './install.ts'
import { credentialOf, type World } from './world.ts'

type Gateway = { readonly metadata: Readonly<Record<'name' | 'namespace', string>> }
const HOST = 'gateway.rollcall.test'

/**
 * Turns the Ingresses off and HTTPRoutes on, at the cluster's first Gateway, and does the same again: `helm test`, the
 * curl of the notes, and from outside the API reference and a registration until its e-mail is sent.
 */
export async function gatewayRun({ address }: Way, world: World, version: Version): Promise<boolean> {
  const { items } = await get<{ items: Gateway[] }>('gateways.gateway.networking.k8s.io', '--all-namespaces')
  if (items[0] === undefined) throw new Error('the cluster has no Gateway')
  const { name, namespace } = items[0].metadata
  await upgrade(
    version,
    {
      services: { registration: { config: { REFERENCE_PAGE: 'shown' } } },
      ingress: { enabled: false, operator: { enabled: false } },
      httpRoute: { enabled: true, parentRefs: [{ name, namespace }], hostnames: [HOST] },
      tests: realTest(world, -2),
    },
    '--wait',
  )
  const said = await helmTest()
  const contract = await until(runNotedCurl, { timeoutMs: 30_000, everyMs: 1_000 })
  const way = { address, host: HOST }
  const page = await ask(way, 'GET', '/docs/')
  const credential = credentialOf(world)
  const body = { userId: world.userIds.at(-3), courseId: world.courseIds.at(-1) }
  const created = await ask(way, 'POST', '/registrations/', credential, body)
  if (created.status !== 201) return false
  const { id } = JSON.parse(created.body) as { id: number }
  const requireSent = async () => {
    const receipt = await ask(way, 'GET', `/registrations/${id}/notification/`, credential)
    if (!receipt.body.includes('"sent"')) throw new Error(receipt.body)
  }
  await until(requireSent, { timeoutMs: 60_000, everyMs: 500 })
  return page.status === 200 && said.includes('"status":"sent"') && contract.startsWith('{"openapi"')
}
