import { join } from 'node:path'
import { ROOT } from '../local/places.ts'
import { assembleContext, CONTEXT, type Service } from './assemble.ts'
import { findBuilder } from './builder.ts'

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
    const id = builder.build({
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
    if (registry !== undefined) builder.push(name, `${registry}/${name}`)
    return { service, name, id }
  })
}
