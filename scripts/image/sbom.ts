import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string }
  components: unknown[]
}

/**
 * What is in the images, as CycloneDX: the packages as npm sees them, Node, and the system's libraries beside it.
 * Without a serial number and a time, so that two builds of the same sources give the same file.
 */
export function billOfMaterials(modules: string, node: string, libraries: readonly string[]): string {
  const made = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: modules,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const bom = JSON.parse(made) as Bom
  delete bom.serialNumber
  delete bom.metadata.timestamp
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
  bom.components.push(
    { type: 'application', name: 'node', version, purl: `pkg:generic/node@${version}` },
    ...systemPackages(libraries),
  )
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** The packages that the libraries come from, where the system is one that can tell. */
function systemPackages(libraries: readonly string[]): readonly unknown[] {
  try {
    const owners = execFileSync('dpkg', ['-S', ...libraries.flatMap(bothNames)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return describe(owners)
  } catch (fault) {
    return describe((fault as { stdout?: string }).stdout ?? '')
  }
}

/** `/lib` is a link to `/usr/lib` nowadays, and the package manager knows a file by one of the two names. */
const bothNames = (path: string) => [
  path,
  path.startsWith('/usr') ? path.slice('/usr'.length) : `/usr${path}`,
]

function describe(owners: string): readonly unknown[] {
  const names = new Set([...owners.matchAll(/^([^:\s]+)/gm)].map(([, name]) => name as string))
  const status = readFileSync(join('/var/lib/dpkg', 'status'), 'utf8').split('\n\n')
  return [...names].sort().flatMap((name) => {
    const version = status
      .find((paragraph) => paragraph.startsWith(`Package: ${name}\n`))
      ?.match(/^Version: (.*)$/m)?.[1]
    return version === undefined
      ? []
      : [{ type: 'library', name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}` }]
  })
}
