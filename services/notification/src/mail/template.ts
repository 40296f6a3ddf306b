import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of an e-mail, in Eta's syntax. */
export interface Template {
  readonly subject: string
  readonly text: string
  /** Every value in it is escaped. */
  readonly html: string
}

/** The values that a template may use, as `<%= it.courseName %>`. */
export interface Values {
  readonly courseName: string
  /** "" when the user has none. */
  readonly firstName: string
  /** `Hello Ada`, or without a name when the user has none. */
  readonly greeting: string
  readonly registrationId: number
  readonly registeredOn: string
  /** The language of dates, for `<html lang="…">`. */
  readonly language: string
  /** "" when none is configured. */
  readonly portalUrl: string
}

const NAMES: readonly string[] = [
  ...(['courseName', 'firstName', 'greeting', 'registrationId', 'registeredOn'] as const),
  ...(['language', 'portalUrl'] as const),
] satisfies (keyof Values)[]

/** The files of a folder that replaces the built-in template. */
const FILES = { subject: '222.subject.txt', text: '222.txt', html: '222.html' } as const

const VALUE = /<%=\s*it\.(\w+)\s*%>/g

/**
 * What is wrong with a template from outside; undefined when it can be sent. Values are all that it may hold: other tags
 * would run as code, with everything that the service may do.
 */
export function faultOf(template: Template): string | undefined {
  for (const [part, text] of Object.entries(template) as [keyof Template, string][]) {
    const unknown = [...text.matchAll(VALUE)].find(([, name = '']) => !NAMES.includes(name))
    if (unknown) return `${part} has ${unknown[0]}, which is no value of the template: ${NAMES.join(', ')}.`
    if (text.replaceAll(VALUE, '').includes('<%'))
      return `${part} may hold <%= it.courseName %> and the like only.`
    if (text.trim() === '') return `${part} is blank.`
  }
  return /[\r\n]/.test(template.subject.trim()) ? 'subject has more than one line.' : undefined
}

/** Reads a folder with a template of its own. @throws Error that says what is wrong */
export function readTemplate(folder: string): Template {
  const read = (file: string) => {
    try {
      return readFileSync(join(folder, file), 'utf8')
    } catch {
      throw new Error(`must be a folder with ${Object.values(FILES).join(', ')}; ${file} can't be read`)
    }
  }
  const template = { subject: read(FILES.subject).trim(), text: read(FILES.text), html: read(FILES.html) }
  const fault = faultOf(template)
  if (fault) throw new Error(`must hold a template that can be sent; its ${fault.replace(/\.$/, '')}`)
  return template
}
