import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import mongoose, { type IndexDefinition, type IndexOptions } from 'mongoose'
import { composeNotification } from '../../../services/notification/src/service.ts'
import { readNotificationConfig } from '../../../services/notification/src/config.ts'
import { composeRegistration } from '../../../services/registration/src/service.ts'
import { readRegistrationConfig } from '../../../services/registration/src/config.ts'
import { createLogger } from '../../../services/platform/observability/logger.ts'
import { composeUser } from '../../../services/user/src/service.ts'
import { readUserConfig } from '../../../services/user/src/config.ts'
import { ROOT } from '../../../local/support/files.ts'
import { table } from '../tables.ts'

/** Enough to compose a service, which connects to nothing before it is started. */
const ENVIRONMENT = {
  HTTP_PORT: '8080',
  MONGODB_URL: 'mongodb://localhost/rollcall',
  REDIS_URL: 'redis://localhost',
  RABBITMQ_URL: 'amqp://localhost',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'rollcall@example.org',
  USER_SERVICE_URL: 'http://localhost:8081',
  NOTIFICATION_SERVICE_URL: 'http://localhost:8081',
  REGISTRATION_SERVICE_URL: 'http://localhost:8081',
  WEBHOOK_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64'),
  SERVICE_TOKENS: 'a-service-token-for-the-documentation',
  OPERATOR_TOKENS: 'an-operator-token-for-the-documentation',
}

/** A table of every index of every collection, as the services declare and build them. */
async function indexesTable(): Promise<string> {
  const logger = createLogger('documentation', 'silent')
  const compose = {
    registration: () => composeRegistration(readRegistrationConfig(ENVIRONMENT), logger),
    user: () => composeUser(readUserConfig(ENVIRONMENT), logger),
    notification: () => composeNotification(readNotificationConfig(ENVIRONMENT), logger),
  }
  const rows: string[][] = []
  for (const [service, composed] of Object.entries(compose)) {
    const known = mongoose.connections.length
    await composed()
    const models = mongoose.connections.slice(known).flatMap(({ models }) => Object.values(models))
    for (const { collection, schema } of models.sort((a, b) => compare(a.collection.name, b.collection.name)))
      for (const [keys, options] of schema.indexes())
        rows.push([service, collection.name, Object.keys(keys).join(', '), kindOf(keys, options)])
  }
  return table(['Service', 'Collection', 'Index', 'Kind'], rows)
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1)

function kindOf(keys: IndexDefinition, options: IndexOptions): string {
  const { unique, sparse, partialFilterExpression, expireAfterSeconds } = options
  const facts = [
    unique ? 'unique' : '',
    Object.values(keys).includes(-1) ? 'descending' : '',
    sparse ? 'only where the field is present' : '',
    partialFilterExpression ? `only where ${inspect(partialFilterExpression)}` : '',
    expireAfterSeconds === undefined ? '' : `expires after ${expireAfterSeconds} s`,
  ]
  return facts.filter((fact) => fact !== '').join(', ')
}

const FILE = join(ROOT, 'docs/generated/indexes.tsv')

// `WRITE_DOCS=true npx jest scripts/docs` writes it.
it('docs/generated/indexes.tsv lists all indexes', async () => {
  const indexes = await indexesTable()
  if (process.env['WRITE_DOCS'] === 'true') writeFileSync(FILE, indexes)
  else expect(readFileSync(FILE, 'utf8')).toBe(indexes)
})
