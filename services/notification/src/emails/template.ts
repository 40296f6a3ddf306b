import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of an e-mail, in the syntax of Eta. */
export interface Template {
  readonly subject: string
  readonly text: string
  /** All values in it are escaped. */
  readonly html: string
}

/** The values that a template may use, as in `<%= it.courseName %>`. */
export interface TemplateValues {
  readonly courseName: string
  /** "" when the user has none, or one that e-mails do not repeat, see `greetedName`. */
  readonly firstName: string
  /** `Hello Ada`, or `Hello` without a first name. */
  readonly greeting: string
  readonly registrationId: number
  readonly registeredOn: string
  /** The language of dates, for `<html lang="…">`. */
  readonly language: string
  /** "" when none is configured. */
  readonly portalUrl: string
}

const VALUE_NAMES: readonly string[] = [
  'courseName',
  'firstName',
  'greeting',
  'registrationId',
  'registeredOn',
  'language',
  'portalUrl',
] satisfies (keyof TemplateValues)[]

/** The files of a folder that replaces the built-in template. */
const FILES = { subject: '222.subject.txt', text: '222.txt', html: '222.html' } as const

const VALUE_TAG = /<%=\s*it\.(\w+)\s*%>/g

/**
 * What is wrong with a template of an installation; undefined when nothing is. It may contain values only,
 * because other tags run as code with all the rights of the service.
 */
export function templateError(template: Template): string | undefined {
  for (const [part, text] of Object.entries(template) as [keyof Template, string][]) {
    const unknown = [...text.matchAll(VALUE_TAG)].find(([, name = '']) => !VALUE_NAMES.includes(name))
    if (unknown) return `${part} has ${unknown[0]}, but the values are: ${VALUE_NAMES.join(', ')}.`
    if (text.replaceAll(VALUE_TAG, '').includes('<%'))
      return `${part} may contain values only, such as <%= it.courseName %>.`
    if (text.trim() === '') return `${part} is blank.`
  }
  return /[\r\n]/.test(template.subject.trim()) ? 'subject has more than one line.' : undefined
}

/** Reads a folder with the template of an installation. @throws Error that says what is wrong */
export function readTemplate(folder: string): Template {
  const template = {
    subject: readFile(folder, FILES.subject).trim(),
    text: readFile(folder, FILES.text),
    html: readFile(folder, FILES.html),
  }
  const error = templateError(template)
  if (error) throw new Error(`must hold a valid template; its ${error.replace(/\.$/, '')}`)
  return template
}

function readFile(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    throw new Error(`must be a folder with ${Object.values(FILES).join(', ')}; ${file} can't be read`)
  }
}
