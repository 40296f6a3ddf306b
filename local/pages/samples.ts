import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as page from '../../services/registration/src/reference/web/samples.js'
import type { OpenApiDocument, Operation, OperationEntry } from '../contract/document.ts'
import { ROOT } from '../support/files.ts'

export const { PLACEHOLDERS, jsonText, shellWord } = page
export type Sample = page.Sample

/** Operations that the TypeScript client calls otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  createRegistrationBatch: 'createRegistrations',
  mergeVisibleUserBatch: 'mergeUsers',
  listVisibleCourses: 'listCourses',
  getVisibleCourse: 'getCourse',
  listVisibleGroups: 'listGroups',
}
/** Where the client has the generated operations of each service. */
const APIS: Readonly<Record<string, string>> = {
  registration: 'registrations',
  user: 'users',
  notification: 'webhooks',
}
/** The functions of the client by name; what they leave out is called by the generated client behind them. */
const FUNCTIONS = new Set(
  [
    ...readFileSync(join(ROOT, 'clients/typescript/src/operations.ts'), 'utf8').matchAll(/^ {4}(\w+): /gm),
  ].map(([, name]) => name),
)

/** How our clients call an operation, whose tag is its service. */
export function clientCallOf(operation: Operation): page.ClientCall {
  const id = operation['x-alias-of'] ?? operation.operationId
  const name = NAMES[id] ?? id.replace('ByExternalId', '')
  const service = operation.tags[0] ?? ''
  const isFunction = FUNCTIONS.has(name)
  return { service, typescript: isFunction ? name : `${APIS[service]}.${id}`, isFunction }
}

/** The request of an operation of the contract in curl, and in our clients if they have it. */
export const samplesOf = (
  document: OpenApiDocument,
  entry: OperationEntry,
  sender: page.Sender = PLACEHOLDERS,
): Sample[] => {
  const operation = { ...entry.operation, 'x-client': clientCallOf(entry.operation) }
  return page.samplesOf(document, { ...entry, operation }, sender)
}
