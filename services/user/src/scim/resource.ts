import { relativeTo } from '../../../platform/http/relative.ts'
import { USER_SCHEMA } from './attributes.ts'

/** A resource of SCIM, ready to be sent. */
export type Resource = Readonly<Record<string, unknown>> & {
  readonly schemas: readonly string[]
  readonly id: string
}

/** The query parameters that select attributes. */
export interface Selection {
  readonly attributes?: string
  readonly excludedAttributes?: string
}

/** Always returned. */
const ALWAYS = new Set(['schemas', 'id'])

/**
 * What leaves of a resource the attributes that the caller wants. For many resources it is made once: the
 * names, which may be hundreds, are read for each attribute that the resources have, not for each resource.
 */
export function selectorOf({ attributes, excludedAttributes }: Selection): (resource: Resource) => Resource {
  const list = attributes ?? excludedAttributes
  if (list === undefined) return (resource) => resource
  const keeps = attributes !== undefined
  const names = new Set(namesIn(list))
  const known = new Map<string, ReadonlySet<string>>()
  const childrenOf = (parent: string) => {
    const children = known.get(parent) ?? new Set(childrenAmong(names, parent))
    known.set(parent, children)
    return children
  }
  return (resource) => {
    const entries = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
      const name = key.toLowerCase()
      if (ALWAYS.has(name)) return [[key, value]]
      const children = childrenOf(name)
      if (names.has(name) || children.size === 0) return names.has(name) === keeps ? [[key, value]] : []
      return [[key, inEach(value, (child) => children.has(child) === keeps)]]
    })
    return Object.fromEntries(entries) as Resource
  }
}

/** The resource with the attributes that the caller wants. */
export const selectAttributes = (resource: Resource, selection: Selection): Resource =>
  selectorOf(selection)(resource)

/** Whether the caller asks for an attribute that is only returned on request. */
export const isRequested = ({ attributes }: Selection, name: string): boolean =>
  attributes !== undefined && namesIn(attributes).some((each) => each === name || each.startsWith(`${name}.`))

/** In lower case, without the URN of the core schema. */
const namesIn = (list: string): string[] =>
  list.split(',').map((name) => name.trim().toLowerCase().replace(`${USER_SCHEMA.toLowerCase()}:`, ''))

/** Of `name` its sub-attributes are called `name.givenName`, those of an extension `urn:…:User:field`. */
const childrenAmong = (names: Iterable<string>, parent: string): string[] =>
  [...names].flatMap((name) =>
    name.startsWith(parent) && /^[.:]/.test(name.slice(parent.length)) ? [name.slice(parent.length + 1)] : [],
  )

/** The sub-attributes that are wanted, of a complex attribute or of each of its values. */
function inEach(value: unknown, isWanted: (child: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => inEach(item, isWanted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => isWanted(key.toLowerCase())))
}

/** The path that was called, and where callers reach Rollcall, "" if that is not configured. */
export interface Address {
  readonly rawPath: string
  readonly publicUrl: string
}

/** The path of SCIM, in the form of the path that was called. */
const baseOf = (rawPath: string): string => rawPath.slice(0, rawPath.indexOf(ROOT) + ROOT.length)

/**
 * The address of a path: absolute if `PUBLIC_URL` is set, otherwise relative to the path of SCIM, as RFC
 * 7643, section 2.3.7, resolves references.
 */
export const addressOf = (path: string, { rawPath, publicUrl }: Address): string =>
  publicUrl === '' ? relativeTo(`${baseOf(rawPath)}/`, path) : publicUrl + path

/** The address of a resource such as `/Users/1007`. */
export const locationOf = (resource: string, address: Address): string =>
  addressOf(baseOf(address.rawPath) + resource, address)

/** The same for a header: HTTP resolves it against the path that was called, as `sendSuccess` does. */
export const locationHeaderOf = (resource: string, { rawPath, publicUrl }: Address): string =>
  publicUrl + baseOf(rawPath) + resource

const ROOT = '/scim/v2'

/** Pages of up to so many records are in memory at once. */
export const MAX_PAGE = 100
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** The query parameters that select a page, which begins with resource 1. */
export interface ScimPageQuery {
  readonly startIndex?: number
  readonly count?: number
}

export function readScimPage({ startIndex = 1, count = MAX_PAGE }: ScimPageQuery) {
  const limit = Math.min(Math.max(count, 0), MAX_PAGE)
  return { offset: Math.max(startIndex, 1) - 1, limit, afterId: 0 }
}

/** One page of a list. */
export function listOf<R>(resources: readonly R[], totalResults: number, offset = 0) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: [...resources],
  }
}

/** The id of a record. @returns undefined for a text that is none, which names nothing */
export const readId = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
