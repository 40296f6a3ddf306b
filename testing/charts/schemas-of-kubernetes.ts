import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The Kubernetes that rendered objects are checked against; its API description comes with its Go module. */
export const KUBE_VERSION = '1.33.13'
const KUBERNETES = `k8s.io/kubernetes@v${KUBE_VERSION}`
/** The objects of the Prometheus operator, described by its own module. */
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'
const OPERATOR_KINDS = ['servicemonitors', 'prometheusrules']

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'rollcall/kubernetes-schemas')

type Kind = Readonly<Record<'group' | 'kind' | 'version', string>>
interface Swagger {
  readonly definitions: Readonly<Record<string, { 'x-kubernetes-group-version-kind'?: readonly Kind[] }>>
}
interface CustomResource {
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string }
    readonly versions: readonly { name: string; schema: { openAPIV3Schema: object } }[]
  }
}

/**
 * A folder of JSON schemas by the names that kubeconform asks for, made once. @throws Error when Go or the
 * module can't be had
 */
export function schemasOfKubernetes(): string {
  const dir = join(CACHE, KUBE_VERSION)
  if (existsSync(dir)) return dir
  const draft = `${dir}.${process.pid}.new`
  mkdirSync(draft, { recursive: true })
  const write = (name: string, schema: object) =>
    writeFileSync(join(draft, `${name}.json`), JSON.stringify(schema))
  const writeKind = ({ kind, group, version }: Kind, schema: object) =>
    write([kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase(), schema)

  const { definitions } = read<Swagger>(KUBERNETES, 'api/openapi-spec/swagger.json')
  const plain = {
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
  }
  write('_definitions', { definitions: { ...(strictly(definitions) as object), ...plain } })
  for (const [name, definition] of Object.entries(definitions)) {
    const [kind, ...others] = definition['x-kubernetes-group-version-kind'] ?? []
    if (kind && others.length === 0) writeKind(kind, { $ref: `_definitions.json#/definitions/${name}` })
  }
  for (const kinds of OPERATOR_KINDS) {
    const { spec } = read<CustomResource>(OPERATOR, `jsonnet/prometheus-operator/${kinds}-crd.json`)
    for (const { name, schema } of spec.versions) {
      const { properties, ...rest } = strictly(schema.openAPIV3Schema) as { properties: object }
      // A custom resource leaves its metadata to Kubernetes.
      const opened = { ...rest, properties: { ...properties, metadata: { type: 'object' } } }
      writeKind({ kind: spec.names.kind, group: spec.group, version: name }, opened)
    }
  }
  renameSync(draft, dir)
  return dir
}

/** Reads a JSON file of a Go module. */
function read<T>(module: string, path: string): T {
  const made = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8', cwd: homedir() })
  return JSON.parse(readFileSync(join((JSON.parse(made) as { Dir: string }).Dir, path), 'utf8')) as T
}

/** Rejects fields that Kubernetes does not know. */
function strictly(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strictly)
  if (typeof node !== 'object' || node === null) return node
  const own = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strictly(value)]))
  if (typeof own['$ref'] === 'string') return { $ref: own['$ref'].replace('#/', '_definitions.json#/') }
  const closed = typeof own['properties'] === 'object' && own['additionalProperties'] === undefined
  return closed ? { ...own, additionalProperties: false } : own
}
