import { join } from 'node:path'
import { services, type ServiceName } from '../../services/shared/contract/generated/catalogue.ts'
import { ROOT } from '../support/files.ts'
import { Refusal } from '../support/refusal.ts'
import { findBuilder, type Image } from './builder.ts'

export const SERVICES = services
export type Service = ServiceName

export interface Built {
  readonly service: Service
  readonly name: string
  readonly id: string
}

/** The base images that the Dockerfile is given instead of its own, by the names of its arguments. */
export type Bases = Readonly<Record<string, string>>

/** Where images are pushed to; `plain` is a registry without TLS, which has to be asked for. */
export interface Registry {
  readonly address: string
  readonly plain: boolean
}

/** Builds the services' images by the one Dockerfile, and pushes them where asked to. */
export function buildServices(
  chosen: readonly Service[],
  tag: string,
  bases: Bases,
  registry?: Registry,
): readonly Built[] {
  const builder = findBuilder()
  return chosen.map((service) => {
    const name = `rollcall/${service}:${tag}`
    const id = builder.build(imageOf(service, name, tag, bases))
    if (registry !== undefined) builder.push(name, `${registry.address}/${name}`, registry.plain)
    return { service, name, id }
  })
}

/** Builds the service that an image's name ends with, under that very name. */
export function buildAs(name: string, bases: Bases, push: boolean): void {
  const [, last = '', tag = 'latest'] = /([^/:]+)(?::([^/]+))?$/.exec(name) ?? []
  const service = SERVICES.find((known) => known === last)
  if (service === undefined) throw new Refusal(`${name} is none of ${SERVICES.join(', ')}`)
  const builder = findBuilder()
  builder.build(imageOf(service, name, tag, bases))
  if (push) builder.push(name, name, false)
}

const imageOf = (service: Service, name: string, tag: string, bases: Bases): Image => ({
  name,
  dockerfile: join(ROOT, 'services/Dockerfile'),
  context: ROOT,
  arguments: { SERVICE: service, ...bases },
  labels: {
    'org.opencontainers.image.title': `rollcall ${service}`,
    'org.opencontainers.image.version': tag,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  },
})
