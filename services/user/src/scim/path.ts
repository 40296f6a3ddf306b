import { ScimPathInvalid } from '../errors.ts'
import { EXTENSION_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './attributes.ts'

/** A comparison such as `type eq "work"`. */
export interface Comparison {
  readonly attribute: string
  readonly value: string
}

/**
 * A path of SCIM, such as `emails[type eq "work"].value`. Names keep the letter case in which they were sent.
 */
export interface Path {
  /** The URN of an extension and the name; for an attribute of the core schema only the name. */
  readonly name: string
  /** Selects values of a multi-valued attribute. */
  readonly filter: Comparison | undefined
  readonly sub: string | undefined
}

const NAME = String.raw`[A-Za-z$][\w$-]*`
const COMPARED = new RegExp(String.raw`^\s*(${NAME})\s+eq\s+(?:"((?:[^"\\]|\\.)*)"|([^\s"'\]]+))\s*$`, 'i')
const PATH = new RegExp(String.raw`^(${NAME})(?:\[(.*)\])?(?:\.(${NAME}))?$`, 'i')
const CORE = [USER_SCHEMA, GROUP_SCHEMA].map((urn) => `${urn.toLowerCase()}:`)
const URN = /^urn:[\w:.+-]+$/i

/** @throws ScimPathInvalid */
export function parsePath(text: string): Path {
  const path = readPath(text)
  if (!path) throw new ScimPathInvalid(text)
  return path
}

/**
 * Reads a path. After a URN both a colon and a dot introduce an attribute, as directories send both.
 * @returns undefined when it can't be parsed
 */
export function readPath(text: string): Path | undefined {
  const trimmed = text.trim()
  const core = CORE.find((prefix) => trimmed.toLowerCase().startsWith(prefix))
  if (core === undefined && URN.test(trimmed))
    return { name: inExtension(trimmed), filter: undefined, sub: undefined }
  const [, name, condition, sub] = PATH.exec(core === undefined ? trimmed : trimmed.slice(core.length)) ?? []
  const filter = condition === undefined ? undefined : parseComparison(condition)
  if (name === undefined || (condition !== undefined && filter === undefined)) return undefined
  return { name, filter, sub }
}

const inExtension = (name: string): string =>
  name.toLowerCase().startsWith(`${EXTENSION_SCHEMA.toLowerCase()}.`)
    ? `${EXTENSION_SCHEMA}:${name.slice(EXTENSION_SCHEMA.length + 1)}`
    : name

/** @returns undefined when it is not a comparison with `eq` */
function parseComparison(text: string): Comparison | undefined {
  const [, attribute, quoted, plain] = COMPARED.exec(text) ?? []
  const value = quoted === undefined ? plain : unescaped(quoted)
  return attribute === undefined || value === undefined ? undefined : { attribute, value }
}

/** A value as a text; "" for a list or an object, which may not have one. */
export const scalarText = (value: unknown): string =>
  typeof value === 'object' ? '' : String(value as string | number | boolean | undefined)

/** A text as JSON writes it. @returns undefined for a malformed escape */
export function unescaped(quoted: string): string | undefined {
  try {
    return JSON.parse(`"${quoted}"`) as string
  } catch {
    return undefined
  }
}
