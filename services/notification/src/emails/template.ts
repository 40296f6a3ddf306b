import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../../../platform/domain/canonical.ts'
import { BUILT_IN } from './templates/222.ts'

/** The parts of an e-mail, in the syntax of Eta. */
export interface Template {
  readonly subject: string
  readonly text: string
  /** All values in it are escaped. */
  readonly html: string
}

/** The templates of the e-mail about a new registration. */
export interface Templates {
  /** For readers of other languages, in `MAIL_LANGUAGE`; undefined for the built-in ones. */
  readonly common?: Template
  /** By the canonical tag of the language. English is one of them if `common` is undefined. */
  readonly byLanguage: Readonly<Record<string, Template>>
  /** The files that languages lack, whose readers get the next best template. */
  readonly missing: readonly string[]
}

export const BUILT_IN_TEMPLATES: Templates = { byLanguage: BUILT_IN, missing: [] }

/** The values that a template may use, as in `<%= it.courseName %>`. */
export interface TemplateValues {
  readonly courseName: string
  /** "" when the user has none, or one that e-mails do not repeat, see `greetedName`. */
  readonly firstName: string
  /** `Hello Ada`, or `Hello` without a first name. */
  readonly greeting: string
  /** The first name after a space, or "", for a greeting in another language. */
  readonly spaceFirstName: string
  readonly registrationId: number
  readonly registeredOn: string
  /** The language of the template, for `<html lang="…">`. */
  readonly language: string
  /** Where its lines begin, for `<html dir="…">`. */
  readonly direction: 'ltr' | 'rtl'
  /** Whose course platform it is: the name in `MAIL_FROM`, or the domain of its address. */
  readonly sender: string
  /** "" when none is configured. */
  readonly portalUrl: string
}

const VALUE_NAMES: readonly string[] = [
  'courseName',
  'firstName',
  'greeting',
  'spaceFirstName',
  'registrationId',
  'registeredOn',
  'language',
  'direction',
  'sender',
  'portalUrl',
] satisfies (keyof TemplateValues)[]

const FILES = { subject: '222.subject.txt', text: '222.txt', html: '222.html' } as const
const PARTS = Object.entries(FILES) as [keyof Template, string][]
/** In a ConfigMap, which has no folders, the name of a file begins with the language. */
const FLAT = /^(?:([^.]+)\.)?(222\.(?:subject\.txt|txt|html))$/

const VALUE_TAG = /<%=\s*it\.(\w+)\s*%>/g

/**
 * The language of a template for a reader: the longest of `languages` that begins the tag of the reader,
 * which is the look-up of RFC 4647. Tags are canonical.
 * @returns undefined if none does
 */
export function matchLanguage(tag: string, languages: Templates['byLanguage']): string | undefined {
  for (const parts = tag.split('-'); parts.length > 0;) {
    const range = parts.join('-')
    if (Object.hasOwn(languages, range)) return range
    parts.pop()
    // It introduces what followed, as in `zh-Hant-x-private`.
    if (parts.at(-1)?.length === 1) parts.pop()
  }
  return undefined
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = [
  ...['Adlm', 'Arab', 'Aran', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi'],
]

/** Where the lines of a language begin. @param tag a valid one */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr'

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

/**
 * Reads a folder with the templates of an installation: the files of the common one, and for each language a
 * folder that is named by its tag, or files whose names begin with it. Without a common one, the built-in
 * templates stay for the languages that have no other.
 * @throws Error that says what is wrong
 */
export function readTemplates(folder: string): Templates {
  const { '': common, ...languages } = Object.fromEntries(foundIn(folder))
  const complete: Record<string, Template> = {}
  const missing: string[] = []
  for (const [tag, files] of Object.entries(languages)) {
    const lacking = PARTS.filter(([part]) => files[part] === undefined)
    if (lacking.length === 0) complete[tag] = readTemplate(files, tag)
    else missing.push(...lacking.map(([, file]) => `${tag}.${file} or ${tag}/${file}`))
  }
  if (common === undefined && Object.keys(languages).length > 0)
    return { byLanguage: { ...BUILT_IN, ...complete }, missing }
  return { common: readTemplate(common ?? {}, ''), byLanguage: complete, missing }
}

/** The paths of the parts of a template. */
type Paths = Partial<Record<keyof Template, string>>

/** The templates in a folder, by their language; "" is that of the common one. */
function foundIn(folder: string): Map<string, Paths> {
  const found = new Map<string, Paths>()
  const add = (name: string, file: string, path: string) => {
    const tag = name === '' ? '' : languageOf(name)
    if (tag === undefined)
      throw new Error(`has a template in ${name}, which is not a language tag such as de or pt-BR`)
    const [part] = PARTS.find(([, each]) => each === file) as [keyof Template, string]
    const paths = found.get(tag) ?? {}
    if (paths[part] !== undefined) throw new Error(`has ${file} in ${tag} twice`)
    found.set(tag, { ...paths, [part]: path })
  }
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const [, language = '', file] = FLAT.exec(name) ?? []
    if (file !== undefined) add(language, file, path)
    // A mounted ConfigMap has its files once more in hidden folders.
    else if (!name.startsWith('.') && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      for (const [, each] of PARTS) if (namesIn(path).includes(each)) add(name, each, join(path, each))
  }
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @throws Error that says what is wrong */
function readTemplate(paths: Paths, tag: string): Template {
  const read = (part: keyof Template) => {
    try {
      return readFileSync(paths[part] ?? '', 'utf8')
    } catch {
      const file = tag === '' ? FILES[part] : `${FILES[part]} in ${tag}`
      throw new Error(`must be a folder with ${Object.values(FILES).join(', ')}; ${file} can't be read`)
    }
  }
  const template = { subject: read('subject').trim(), text: read('text'), html: read('html') }
  const error = templateError(template)
  const where = tag === '' ? 'its' : `${tag}: its`
  if (error) throw new Error(`must hold valid templates; ${where} ${error.replace(/\.$/, '')}`)
  return template
}
