import { join } from 'node:path'
import { ROOT } from '../support/files.ts'
import { Refusal } from '../support/refusal.ts'
import { assembleContext, CONTEXT, SERVICES, type Service } from './assemble.ts'
import { findBuilder, type Image } from './builder.ts'

export interface Built {
  readonly service: Service
  readonly name: string
  readonly id: string
}

/** Builds the services' images by the one Dockerfile, and pushes them where asked to. */
export function buildServices(
  services: readonly Service[],
  tag: string,
  registry?: string,
): readonly Built[] {
  const builder = findBuilder()
  assembleContext()
  return services.map((service) => {
    const name = `rollcall/${service}:${tag}`
    const id = builder.build(imageOf(service, name, tag))
    if (registry !== undefined) builder.push(name, `${registry}/${name}`)
    return { service, name, id }
  })
}

/** Builds the service that an image's name ends with, under that very name. */
export function buildAs(name: string, push: boolean): void {
  const [, last = '', tag = 'latest'] = /([^/:]+)(?::([^/]+))?$/.exec(name) ?? []
  const service = SERVICES.find((known) => known === last)
  if (service === undefined) throw new Refusal(`${name} is none of ${SERVICES.join(', ')}`)
  const builder = findBuilder()
  assembleContext()
  builder.build(imageOf(service, name, tag))
  if (push) builder.push(name, name)
}

const imageOf = (service: Service, name: string, tag: string): Image => ({
  name,
  dockerfile: join(ROOT, 'services/Dockerfile'),
  context: CONTEXT,
  arguments: { SERVICE: service },
  labels: {
    'org.opencontainers.image.title': `rollcall ${service}`,
    'org.opencontainers.image.version': tag,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  },
})
