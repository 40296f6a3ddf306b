import { readFileSync } from 'node:fs'
import { debianBases } from '../image/bases.ts'
import { CPUS, forget, pushParts, type Cpu, type Registry } from '../image/builder.ts'
import { buildService, imageName, type Service } from '../image/services.ts'
import { run, type Pinned } from './registry.ts'

/** Builds a service for every processor, under one name. @returns the id of the image for this one */
export function buildParts(service: Service, tag: string, debian: boolean): string {
  forget(imageName(service, tag))
  const ids: Partial<Record<string, string>> = {}
  for (const cpu of Object.keys(CPUS) as Cpu[])
    ids[cpu] = buildService(service, tag, debian ? debianBases(cpu) : {}, { cpu })
  return ids[process.arch] ?? ''
}

/** What is in an image, as it says itself. */
export function billOf(image: string): string {
  const container = run('buildah', 'from', image).trim()
  const say = "process.stdout.write(require('fs').readFileSync('/app/sbom.cdx.json'))"
  const said = run('buildah', 'run', '--isolation', 'chroot', container, '--', 'node', '-e', say)
  run('buildah', 'rm', container)
  return said
}

/** @param scratch a file that is written to */
export function pushService(service: Service, tag: string, registry: Registry, scratch: string): Pinned {
  pushParts(imageName(service, tag), registry, scratch)
  return `${registry.address}/rollcall/${service}@${readFileSync(scratch, 'utf8').trim()}`
}
