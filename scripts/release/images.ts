import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianBases } from '../image/bases.ts'
import { CPUS, forget, pushParts, type Cpu, type Registry } from '../image/builder.ts'
import { buildService, imageName, type Service } from '../image/services.ts'
import { run, type Pinned } from './registry.ts'

/** Builds a service for every processor, under one name. @returns the ids of the images */
export function buildParts(service: Service, tag: string, debian: boolean): readonly string[] {
  forget(imageName(service, tag))
  return (Object.keys(CPUS) as Cpu[]).map((cpu) =>
    buildService(service, tag, debian ? debianBases(cpu) : {}, { cpu }),
  )
}

/** Copies a file out of an image. */
export function copyFrom(image: string, path: string, to: string): void {
  const container = run('buildah', 'from', image).trim()
  cpSync(join(run('buildah', 'mount', container).trim(), path), to)
  run('buildah', 'rm', container)
}

/** @param scratch a file that is written to */
export function pushService(service: Service, tag: string, registry: Registry, scratch: string): Pinned {
  pushParts(imageName(service, tag), registry, scratch)
  return `${registry.address}/rollcall/${service}@${readFileSync(scratch, 'utf8').trim()}`
}
