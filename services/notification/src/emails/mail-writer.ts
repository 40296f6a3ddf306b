import { Eta } from 'eta'
import { LRUCache } from 'lru-cache'
import { domainOf, type MailFrom } from './address.ts'
import { greetedName } from './greeted-name.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID, type EmailDelivery } from './rules.ts'
import type { Mail } from './mail.ts'
import {
  BUILT_IN_TEMPLATES,
  directionOf,
  matchLanguage,
  type Template,
  type Templates,
  type TemplateValues,
} from './template.ts'

/** What an installation can change in its e-mails. */
export interface MailSettings {
  readonly mailFrom: MailFrom
  readonly mailTemplates: Templates
  /** The language of e-mails to readers for whose language there is no template. */
  readonly mailLanguage: string
  /** "" when the e-mail has no link to the portal. */
  readonly portalUrl: string
}

export const DEFAULT_MAIL_SETTINGS: Omit<MailSettings, 'mailFrom'> = {
  mailTemplates: BUILT_IN_TEMPLATES,
  mailLanguage: 'en-GB',
  portalUrl: '',
}

/** What an e-mail is written from. */
export type MailSource = Pick<EmailDelivery, 'messageId' | 'templateId' | 'to' | 'registrationId' | 'content'>

const plainText = new Eta({ autoEscape: false, autoTrim: false })
const html = new Eta({ autoEscape: true, autoTrim: false })

/** Languages of readers whose formats of dates are kept: making one takes longer than writing an e-mail. */
const MAX_DATE_FORMATS = 100

/** The functions that write the parts of an e-mail. */
type Compiled = Readonly<Record<keyof Template, ReturnType<Eta['compile']>>>

/** Writes e-mails from template 222, built-in or of the installation, in the reader's language. */
export class MailWriter {
  readonly #settings: MailSettings
  readonly #compiled = new Map<Template, Compiled>()
  /** By the language of the reader. */
  readonly #dateFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_DATE_FORMATS })

  constructor(settings: MailSettings) {
    this.#settings = settings
  }

  /** The languages of the templates, that of readers without a language first. */
  get languages(): string[] {
    const first = this.languageFor('')
    return [first, ...Object.keys(this.#settings.mailTemplates.byLanguage).filter((tag) => tag !== first)]
  }

  /** The language of the template for a reader. @param reader the canonical tag, "" for none */
  languageFor(reader: string): string {
    return this.#templateFor(reader).language
  }

  write({ messageId, templateId, to, registrationId, content }: MailSource): Mail {
    if (templateId !== REGISTRATION_CREATED_TEMPLATE_ID) throw new Error(`there is no template ${templateId}`)
    const { language, template, dates } = this.#templateFor(content.preferredLanguage)
    const { subject, text, html: document } = this.#compile(template)
    const { mailFrom, portalUrl } = this.#settings
    const firstName = greetedName(oneLine(content.firstName))
    const spaceFirstName = firstName === '' ? '' : ` ${firstName}`
    const direction = directionOf(language)
    const values: TemplateValues = {
      courseName: oneLine(content.courseName),
      firstName,
      greeting: `Hello${spaceFirstName}`,
      spaceFirstName,
      registrationId,
      registeredOn: `${this.#dateFormatOf(dates).format(content.registeredAt)} UTC`,
      language,
      direction,
      sender: mailFrom.name || domainOf(mailFrom),
      portalUrl,
    }
    return {
      messageId,
      templateId,
      from: mailFrom,
      to,
      subject: withoutEncodedWords(plainText.render(subject, values)),
      text: plainText.render(text, values),
      html: withAttributes(html.render(document, values), { lang: language, dir: direction }),
    }
  }

  /** Dates are in the words of the reader's region, if the template is in the reader's language. */
  #templateFor(reader: string) {
    const { mailTemplates, mailLanguage } = this.#settings
    const { common, byLanguage } = mailTemplates
    const own = matchLanguage(reader, byLanguage)
    if (own !== undefined) return { language: own, template: byLanguage[own] as Template, dates: reader }
    if (common) return { language: mailLanguage, template: common, dates: mailLanguage }
    const language = matchLanguage(mailLanguage, byLanguage) ?? 'en'
    return { language, template: byLanguage[language] as Template, dates: mailLanguage }
  }

  #compile(template: Template): Compiled {
    const compiled = this.#compiled.get(template) ?? {
      subject: plainText.compile(template.subject),
      text: plainText.compile(template.text),
      html: html.compile(template.html),
    }
    this.#compiled.set(template, compiled)
    return compiled
  }

  #dateFormatOf(language: string): Intl.DateTimeFormat {
    const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
    const format = this.#dateFormats.get(language) ?? new Intl.DateTimeFormat(language, options)
    this.#dateFormats.set(language, format)
    return format
  }
}

/** The document with these attributes of its root, unless the template has them. */
const withAttributes = (document: string, attributes: Readonly<Record<string, string>>): string =>
  document.replace(/<html\b[^<>]*(?=>)/i, (root) =>
    Object.entries(attributes)
      .filter(([name]) => !new RegExp(String.raw`\s${name}\s*=`, 'i').test(root))
      .reduce((all, [name, value]) => `${all} ${name}="${value}"`, root),
  )

/** A line break in a value could start a header, or a paragraph that is not part of the template. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/**
 * Mail programs decode `=?utf-8?B?…?=` in a subject (RFC 2047), so a value could show other text than it
 * contains.
 */
const withoutEncodedWords = (subject: string): string => subject.replaceAll('=?', '= ?')
