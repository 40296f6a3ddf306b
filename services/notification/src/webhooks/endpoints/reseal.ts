import type { Logger } from '../../../../platform/observability/logger.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { Endpoints } from './repository.ts'
import type { Endpoint } from './rules.ts'
import type { SecretBox } from './secrets.ts'

interface Deps {
  readonly endpoints: Pick<Endpoints, 'findAll' | 'change'>
  readonly secrets: SecretBox
  readonly logger: Logger
}

/**
 * Encrypts with the first key the secrets that were encrypted with the second one, which can then be removed
 * from the configuration: of all endpoints at each start, because some may have been restored. A secret that
 * can't be decrypted is left as it is. Safe to repeat.
 */
export async function resealAll({ endpoints, secrets, logger }: Deps): Promise<void> {
  for (const endpoint of await endpoints.findAll()) {
    const { resealed, failures } = reseal(endpoint, secrets)
    for (const error of failures)
      logger.warn(
        { endpoint: endpoint.id, err: error },
        'the secret of a webhook endpoint can not be decrypted',
      )
    if (resealed !== endpoint) await replace(endpoints, endpoint.id, secrets)
  }
}

/** @returns the same endpoint if there is nothing to encrypt */
function reseal(endpoint: Endpoint, box: SecretBox): { resealed: Endpoint; failures: unknown[] } {
  const failures: unknown[] = []
  const secrets = endpoint.secrets.map((secret) => {
    if (box.isCurrent(secret.sealed)) return secret
    try {
      return { ...secret, sealed: box.seal(box.open(secret.sealed, endpoint.id), endpoint.id) }
    } catch (error) {
      failures.push(error)
      return secret
    }
  })
  const isSame = secrets.every((secret, i) => secret === endpoint.secrets[i])
  return { resealed: isSame ? endpoint : { ...endpoint, secrets }, failures }
}

async function replace(endpoints: Deps['endpoints'], id: number, box: SecretBox): Promise<void> {
  try {
    // Of any account.
    await endpoints.change(id, undefined, (current) => reseal(current, box).resealed)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error // deleted in between
  }
}
