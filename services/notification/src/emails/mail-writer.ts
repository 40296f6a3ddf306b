import { Eta } from 'eta'
import type { MailFrom } from './address.ts'
import { greetedName } from './greeted-name.ts'
import { REGISTRATION_CREATED_TEMPLATE_ID, type EmailDelivery } from './rules.ts'
import type { Mail } from './mail.ts'
import type { Template, TemplateValues } from './template.ts'
import { template222 } from './templates/222.ts'

/** What an installation can change in its e-mails. */
export interface MailSettings {
  readonly mailFrom: MailFrom
  readonly mailTemplate: Template
  /** The language of dates. */
  readonly mailLanguage: string
  /** "" when the e-mail has no link to the portal. */
  readonly portalUrl: string
}

export const DEFAULT_MAIL_SETTINGS: Omit<MailSettings, 'mailFrom'> = {
  mailTemplate: template222,
  mailLanguage: 'en-GB',
  portalUrl: '',
}

/** What an e-mail is written from. */
export type MailSource = Pick<EmailDelivery, 'messageId' | 'templateId' | 'to' | 'registrationId' | 'content'>

const plainText = new Eta({ autoEscape: false, autoTrim: false })
const html = new Eta({ autoEscape: true, autoTrim: false })

/** Writes e-mails from template 222, the built-in one or that of the installation. */
export class MailWriter {
  readonly #settings: MailSettings
  readonly #subject
  readonly #text
  readonly #html
  readonly #dateFormat: Intl.DateTimeFormat

  constructor(settings: MailSettings) {
    const template = settings.mailTemplate
    this.#settings = settings
    this.#subject = plainText.compile(template.subject)
    this.#text = plainText.compile(template.text)
    this.#html = html.compile(template.html)
    this.#dateFormat = new Intl.DateTimeFormat(settings.mailLanguage, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
  }

  write({ messageId, templateId, to, registrationId, content }: MailSource): Mail {
    if (templateId !== REGISTRATION_CREATED_TEMPLATE_ID) throw new Error(`there is no template ${templateId}`)
    const firstName = greetedName(oneLine(content.firstName))
    const values: TemplateValues = {
      courseName: oneLine(content.courseName),
      firstName,
      greeting: oneLine(`Hello ${firstName}`),
      registrationId,
      registeredOn: `${this.#dateFormat.format(content.registeredAt)} UTC`,
      language: this.#settings.mailLanguage,
      portalUrl: this.#settings.portalUrl,
    }
    return {
      messageId,
      templateId,
      from: this.#settings.mailFrom,
      to,
      subject: withoutEncodedWords(plainText.render(this.#subject, values)),
      text: plainText.render(this.#text, values),
      html: html.render(this.#html, values),
    }
  }
}

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
