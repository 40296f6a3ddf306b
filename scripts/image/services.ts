import { join } from 'node:path'
import { services, type ServiceName } from '../../services/shared/contract/generated/catalogue.ts'
import { ROOT } from '../support/files.ts'
import { build, type Cpu } from './builder.ts'

export const SERVICES = services
export type Service = ServiceName

/** The base images that the Dockerfile is given instead of its own, by the names of its arguments. */
export type Bases = Readonly<Record<string, string>>

export const imageName = (service: Service, tag: string) => `localhost/rollcall/${service}:${tag}`

/** Builds a service's image by the one Dockerfile; with `cpu` that processor's part of it. @returns its id */
export const buildService = (
  service: Service,
  tag: string,
  bases: Bases,
  { cpu, source = ROOT }: { cpu?: Cpu; source?: string } = {},
): string =>
  build({
    name: imageName(service, tag),
    dockerfile: join(source, 'services/Dockerfile'),
    context: source,
    arguments: { SERVICE: service, ...bases },
    ...(cpu === undefined ? {} : { cpu, part: true }),
    labels: {
      'org.opencontainers.image.title': `rollcall ${service}`,
      'org.opencontainers.image.version': tag,
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
  })
