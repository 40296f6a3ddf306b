import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The Kubernetes that rendered objects are checked against; its API description comes with its Go module. */
const MODULE = 'k8s.io/kubernetes@v1.33.13'
export const KUBE_VERSION = '1.33.13'

/** The objects of the Prometheus operator, described by its own module. */
const OPERATOR_MODULE = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'
const OPERATOR_KINDS = ['servicemonitors', 'prometheusrules']

const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'rollcall',
  'kubernetes-schemas',
)

interface Definition extends Record<string, unknown> {
  readonly 'x-kubernetes-group-version-kind'?: readonly Kind[]
}
interface Kind {
  readonly group: string
  readonly kind: string
  readonly version: string
}

/** A folder of JSON schemas by the names that kubeconform asks for, made once. @throws Error when Go or the module can't be had */
export function schemasOfKubernetes(): string {
  const dir = join(CACHE, KUBE_VERSION)
  if (existsSync(dir)) return dir
  const swagger = JSON.parse(
    readFileSync(join(folderOf(MODULE), 'api/openapi-spec/swagger.json'), 'utf8'),
  ) as { definitions: Record<string, Definition> }
  const draft = `${dir}.${process.pid}.new`
  mkdirSync(draft, { recursive: true })
  const definitions = {
    ...(strictly(swagger.definitions) as object),
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: ['string', 'number'] },
    'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { type: ['string', 'integer'] },
  }
  writeFileSync(join(draft, '_definitions.json'), JSON.stringify({ definitions }))
  for (const [name, definition] of Object.entries(swagger.definitions)) {
    const [kind, ...others] = definition['x-kubernetes-group-version-kind'] ?? []
    if (kind === undefined || others.length > 0) continue
    const file = [kind.kind, kind.group.split('.')[0], kind.version].filter((part) => part !== '').join('-')
    const schema = { $ref: `_definitions.json#/definitions/${name}` }
    writeFileSync(join(draft, `${file.toLowerCase()}.json`), JSON.stringify(schema))
  }
  for (const kind of OPERATOR_KINDS) {
    const path = join(folderOf(OPERATOR_MODULE), 'jsonnet/prometheus-operator', `${kind}-crd.json`)
    const { spec } = JSON.parse(readFileSync(path, 'utf8')) as CustomResource
    const [group = ''] = spec.group.split('.')
    for (const { name, schema } of spec.versions) {
      const file = `${spec.names.kind}-${group}-${name}.json`.toLowerCase()
      writeFileSync(join(draft, file), JSON.stringify(openMetadata(strictly(schema.openAPIV3Schema))))
    }
  }
  renameSync(draft, dir)
  return dir
}

interface CustomResource {
  readonly spec: {
    readonly group: string
    readonly names: { readonly kind: string }
    readonly versions: readonly {
      readonly name: string
      readonly schema: { readonly openAPIV3Schema: object }
    }[]
  }
}

const folderOf = (module: string): string => {
  const made = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8', cwd: homedir() })
  return (JSON.parse(made) as { Dir: string }).Dir
}

/** A custom resource leaves its metadata to Kubernetes. */
const openMetadata = (schema: unknown): unknown => {
  const { properties, ...rest } = schema as { properties: object }
  return { ...rest, properties: { ...properties, metadata: { type: 'object' } } }
}

/** Refuses fields that Kubernetes does not know. */
function strictly(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strictly)
  if (typeof node !== 'object' || node === null) return node
  const own = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strictly(value)]))
  if (typeof own['$ref'] === 'string') return { $ref: own['$ref'].replace('#/', '_definitions.json#/') }
  const closed = typeof own['properties'] === 'object' && own['additionalProperties'] === undefined
  return closed ? { ...own, additionalProperties: false } : own
}
