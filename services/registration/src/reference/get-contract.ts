import type { Handler } from '../../../platform/contract/operation.ts'
import document from '../../../platform/contract/generated/openapi.public.json' with { type: 'json' }
import { relativeTo } from '../../../platform/http/relative.ts'
import { serializeOnce } from '../../../platform/http/respond.ts'
import { VERSION_PREFIX } from '../../../platform/http/routes.ts'

/**
 * The contract itself, with the public operations only. Its servers are relative to the path that was called,
 * so that they are below the path that a proxy has in front.
 */
export const getContract = (): Handler<'getContract'> => {
  const [short, versioned] = [formAt('/'), formAt(`${VERSION_PREFIX}/`)]
  return ({ rawPath }) =>
    Promise.resolve({ status: 200, ...(rawPath.startsWith(VERSION_PREFIX) ? versioned : short) })
}

function formAt(folder: string) {
  const servers = document.servers.map((server) => ({ ...server, url: relativeTo(folder, server.url) }))
  const body = { ...document, servers }
  return { body, serialized: serializeOnce(body) }
}
