import { get, nodeIn } from './commands.ts'
import { allPods, nameOf, podsOf, type Pod } from './pods.ts'
import { SERVICES, type Service } from '../image/services.ts'

/** A connection that a pod opened, seen from inside it. */
interface Connection {
  readonly from: Service
  readonly toAddress: string
  readonly toPort: number
}

interface Policy {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly egress?: readonly {
      readonly ports?: readonly { readonly port: number | string; readonly protocol: string }[]
      readonly to?: readonly Peer[]
    }[]
  }
}
interface Peer {
  readonly podSelector?: {
    readonly matchLabels?: Readonly<Record<string, string>>
    readonly matchExpressions?: readonly { key: string; operator: string; values: readonly string[] }[]
  }
}

const READ_SOCKETS = `
const { readFileSync } = require('node:fs')
for (const family of ['tcp', 'tcp6']) for (const line of readFileSync('/proc/net/' + family, 'utf8').split('\\n').slice(1)) {
  const [, local, remote, state] = line.trim().split(/\\s+/)
  if (local) console.log(local, remote, state)
}`

const LISTENING = '0A'

/** `0A0000F4:1F90` or the same in IPv6 with an IPv4 address inside. */
function decode(endpoint: string): { address: string; port: number } {
  const [hex = '', port = '0'] = endpoint.split(':')
  const bytes = (hex.slice(-8).match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16))
  return { address: bytes.join('.'), port: Number.parseInt(port, 16) }
}

async function connectionsOf(service: Service, pod: Pod): Promise<readonly Connection[]> {
  const lines = (await nodeIn(pod.metadata.name, READ_SOCKETS)).trim().split('\n')
  const sockets = lines.map((line) => {
    const [local = '', remote = '', state = ''] = line.split(' ')
    return { local: decode(local), remote: decode(remote), state }
  })
  const own = new Set(sockets.filter(({ state }) => state === LISTENING).map(({ local }) => local.port))
  return sockets
    .filter(({ local, state }) => state !== LISTENING && !own.has(local.port))
    .filter(({ remote }) => remote.port !== 0 && !remote.address.startsWith('127.'))
    .map(({ remote }) => ({ from: service, toAddress: remote.address, toPort: remote.port }))
}

/** Names what an address stands for, so that a policy's selectors can be applied to it. */
async function nameAddresses(): Promise<(address: string) => string> {
  const names = new Map<string, string>()
  for (const pod of await allPods())
    if (pod.status.podIP !== undefined) names.set(pod.status.podIP, nameOf(pod))
  const services = await get<{ items: { spec: { clusterIP: string; selector?: Record<string, string> } }[] }>(
    'services',
  )
  for (const { spec } of services.items)
    names.set(spec.clusterIP, spec.selector?.['app.kubernetes.io/name'] ?? 'unknown')
  return (address) => names.get(address) ?? 'unknown'
}

const selects = ({ podSelector }: Peer, name: string): boolean =>
  podSelector?.matchLabels?.['app.kubernetes.io/name'] === name ||
  podSelector?.matchExpressions?.some(
    ({ key, operator, values }) =>
      key === 'app.kubernetes.io/name' && operator === 'In' && values.includes(name),
  ) === true

export interface Flows {
  /** `registration → mongodb:27017`, each once. */
  readonly seen: readonly string[]
  /** Those that the policies would refuse. */
  readonly refused: readonly string[]
}

/** Looks at every connection that the services have open, and whether a NetworkPolicy lists it. */
export async function checkFlows(): Promise<Flows> {
  const nameOfAddress = await nameAddresses()
  const seen = new Map<string, boolean>()
  for (const service of SERVICES) {
    const { spec } = await get<Policy>(`networkpolicy/rollcall-${service}`)
    for (const pod of await podsOf(service)) {
      for (const { toAddress, toPort } of await connectionsOf(service, pod)) {
        const name = nameOfAddress(toAddress)
        const listed = (spec.egress ?? []).some(
          ({ ports = [], to = [] }) =>
            ports.some(({ port, protocol }) => port === toPort && protocol === 'TCP') &&
            (to.length === 0 || to.some((peer) => selects(peer, name))),
        )
        seen.set(`${service} → ${name}:${toPort}`, listed)
      }
    }
  }
  const flows = [...seen].sort(([a], [b]) => a.localeCompare(b))
  return {
    seen: flows.map(([flow]) => flow),
    refused: flows.filter(([, listed]) => !listed).map(([flow]) => flow),
  }
}
