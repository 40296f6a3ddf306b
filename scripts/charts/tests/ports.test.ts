import { catalogue } from '../../../services/shared/contract/generated/catalogue.ts'
import { SERVICE_NAMES, SERVICES } from '../charts.ts'
import { EVERYTHING, given, itWith, objects, rendered, template } from './kit.ts'

const PUBLIC_HOST = 'rollcall.example'
const OPERATOR_HOST = 'operator.rollcall.example'

/** Each path that the Ingresses or the HTTPRoutes lead somewhere: `host/path → service:port`. */
interface Route {
  readonly prefix: string
  readonly service: string
  readonly audience: 'public' | 'operator'
}

/** What has to be routed, by plain path prefixes: the version prefix stands before public records alone (S9). */
const ROUTES = Object.values(catalogue)
  .flatMap(({ path, service, audience }): Route[] => {
    const [, first = '', second = ''] = path.split('/')
    if (audience === 'internal') return []
    if (audience === 'operator') return [{ prefix: `/${first}/${second}`, service, audience }]
    const versioned = path.endsWith('/') ? [`/api/v2/${first}`] : []
    return [`/${first}`, ...versioned].map((prefix) => ({ prefix, service, audience }))
  })
  .filter((route, i, all) => all.findIndex(({ prefix }) => prefix === route.prefix) === i)

const routes = (text: string, kind: 'Ingress' | 'HTTPRoute'): readonly string[] =>
  objects(text, kind)
    .flatMap((route) => {
      const host = /(?:host: "|hostnames:\n\s+- )([\w.]+)/.exec(route)?.[1] ?? ''
      const [, service, port] = /name: (\S+)\n\s+port:\s+(?:name: )?(\S+)/.exec(route) ?? []
      const paths = [...route.matchAll(/(?:- path|value): (\/\S*)/g)]
      return paths.map(([, path]) => `${host}${path} → ${service}:${port}`)
    })
    .sort()

/** The names of ports in an object, in order. */
const portNames = (object: string | undefined, key: string): readonly string[] =>
  [...(object ?? '').matchAll(new RegExp(`${key}: ([a-z]+)$`, 'gm'))].map(([, name]) => name as string).sort()

describe.each(SERVICE_NAMES)('the ports of the %s service (A7)', (service) => {
  const variables = Object.values(SERVICES[service]).filter(({ name }) => name.endsWith('_PORT'))
  const numbers = variables.map((one): [string, unknown] => [
    one.name.replace('_PORT', '').toLowerCase(),
    one.default?.value,
  ])
  const listening = numbers.map(([name]) => name).sort()

  itWith(['helm'], 'are those that it listens on, and each kind of caller has a Service of its own', () => {
    const text = rendered(service)
    const container = text.matchAll(/- name: (\w+)\n\s+containerPort: (\d+)/g)
    expect([...container].map(([, name, number]) => [name, Number(number)]).sort()).toEqual(numbers.sort())
    const services = objects(text, 'Service').map((object) => [
      /^ {2}name: (\S+)/m.exec(object)?.[1],
      portNames(object, 'targetPort'),
    ])
    expect(Object.fromEntries(services)).toEqual({
      ...(listening.includes('http') ? { [`trial-${service}`]: ['http'] } : {}),
      [`trial-${service}-operator`]: ['operator'],
      [`trial-${service}-internal`]: listening.filter((name) => name === 'admin' || name === 'internal'),
    })
  })

  itWith(['helm'], 'are closed to the network for operator operations until they are asked for', () => {
    const open = (values: object) =>
      portNames(objects(rendered(service, values), 'NetworkPolicy')[0], '- port')
    expect(open({})).toEqual(listening.filter((name) => name !== 'operator'))
    for (const values of [
      { networkPolicy: { operatorFrom: [{ podSelector: {} }] } },
      { ingress: { operator: { enabled: true, host: OPERATOR_HOST } } },
      { httpRoute: { operator: { enabled: true, hostnames: [OPERATOR_HOST], parentRefs: [{ name: 'g' }] } } },
    ])
      expect(open(values)).toEqual(listening)
  })
})

describe('routes', () => {
  itWith(
    ['helm'],
    'lead where the gateway leads: operator paths from a host and to a port of their own',
    () => {
      const text = rendered('rollcall', EVERYTHING.rollcall)
      const expected = (ports: Readonly<Record<'public' | 'operator', string>>) =>
        ROUTES.map(({ prefix, service, audience }) =>
          audience === 'public'
            ? `${PUBLIC_HOST}${prefix} → trial-${service}:${ports.public}`
            : `${OPERATOR_HOST}${prefix} → trial-${service}-operator:${ports.operator}`,
        ).sort()
      expect(routes(text, 'Ingress')).toEqual(expected({ public: 'http', operator: 'operator' }))
      expect(routes(text, 'HTTPRoute')).toEqual(expected({ public: '8080', operator: '8082' }))
    },
  )

  itWith(
    ['helm'],
    'are not made unless asked for, and those to public operations bring no others along',
    () => {
      expect(objects(rendered('rollcall'), 'Ingress', 'HTTPRoute')).toEqual([])
      const open = { ingress: { enabled: true }, httpRoute: { enabled: true, parentRefs: [{ name: 'g' }] } }
      const text = rendered('rollcall', { global: { rollcall: open } })
      for (const kind of ['Ingress', 'HTTPRoute'] as const) {
        expect(routes(text, kind).length).toBe(ROUTES.filter(({ audience }) => audience === 'public').length)
        expect(routes(text, kind).join()).not.toMatch(/admin|operator|internal/)
      }
    },
  )

  for (const [what, host, reason] of [
    ['without a host', '', 'is "": operator operations need a host of their own'],
    ['on the public host', PUBLIC_HOST, `is "${PUBLIC_HOST}": operator operations need a host of their own`],
    ['on every host of a domain', '*.example', 'does not match pattern'],
  ] as const) {
    itWith(['helm'], `to operator operations are refused ${what}`, () => {
      const hostnames = host === '' ? [] : [host]
      const operator = { enabled: true, parentRefs: [{ name: 'g' }], hostnames }
      for (const values of [
        { ingress: { operator: { enabled: true, host } }, httpRoute: { hostnames: [PUBLIC_HOST] } },
        { ingress: { host: PUBLIC_HOST }, httpRoute: { operator } },
      ])
        expect(template('helm', 'user', ...given(values)).stderr).toContain(reason)
    })
  }
})
