import { inBody, InvalidRequest } from '../../../platform/errors.ts'
import { ScimTargetMissing } from '../errors.ts'
import { parsePath, scalarText, type Path } from './path.ts'
import { Values } from './values.ts'

/** One operation of a PATCH. Without a path, its value is an object with attributes. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: Path | undefined
  readonly value: unknown
}

const MAX_OPERATIONS = 1_000

/**
 * Reads the operations of a PATCH. Names and operations may have any letter case.
 * @throws InvalidRequest, ScimPathInvalid
 */
export function readOperations(body: object): PatchOperation[] {
  const operations = fieldOf(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new InvalidRequest('Operations must be a list with at least one operation.', inBody('Operations'))
  if (operations.length > MAX_OPERATIONS)
    throw new InvalidRequest(`Operations must have at most ${MAX_OPERATIONS} items.`, inBody('Operations'))
  return operations.map(readOperation)
}

function readOperation(operation: unknown): PatchOperation {
  if (typeof operation !== 'object' || operation === null)
    throw new InvalidRequest('Each of the Operations must be an object.', inBody('Operations'))
  const op = scalarText(fieldOf(operation, 'op')).toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new InvalidRequest('op must be add, replace or remove.', inBody('Operations'))
  const path = fieldOf(operation, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new InvalidRequest('path must be text.', inBody('Operations'))
  const value = fieldOf(operation, 'value')
  // To take it for an empty value would remove what is stored.
  if (op !== 'remove' && value === undefined)
    throw new InvalidRequest(`${op} must have a value.`, inBody('Operations'))
  return { op, path: path ? parsePath(path) : undefined, value }
}

export function fieldOf(object: object, name: string): unknown {
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1]
}

/**
 * What the operations set, the later ones over the earlier ones.
 * @param options.strict whether every operation needs a path
 * @throws InvalidRequest, ScimPathInvalid, ScimTargetMissing, ScimAttributeUnknown
 */
export function readPatch(body: object, options: { strict: boolean }): Values {
  const values = new Values(options)
  for (const { op, path, value } of readOperations(body)) {
    if (path) values.set(path, op === 'remove' ? undefined : value)
    else if (op === 'remove' || options.strict) throw new ScimTargetMissing()
    else if (typeof value === 'object' && value !== null && !Array.isArray(value)) values.setAll(value)
    else
      throw new InvalidRequest(
        'value must be an object, because the operation has no path.',
        inBody('Operations'),
      )
  }
  return values
}
