import { Eta } from 'eta'
import { TEMPLATE_222, type Delivery } from '../deliveries/rules.ts'
import type { Mail } from './mail.ts'
import type { Template, Values } from './template.ts'
import { template222 } from './templates/222.ts'

/** The e-mail of a delivery. */
export type ComposeMail = (delivery: Delivery) => Mail

/** What an installation says of its own. */
export interface Wording {
  readonly mailTemplate: Template | undefined
  readonly mailLanguage: string
  readonly portalUrl: string
}

/** What holds where nothing is configured. */
export const DEFAULT_WORDING: Wording = { mailTemplate: undefined, mailLanguage: 'en-GB', portalUrl: '' }

const plain = compiler({ autoEscape: false })
const escaped = compiler({ autoEscape: true })

/** Fills template 222, the built-in one unless there is another, with the values of a delivery. */
export function mailComposer({ mailTemplate, mailLanguage: language, portalUrl }: Wording): ComposeMail {
  const { subject, text, html } = mailTemplate ?? template222
  const render = { subject: plain(subject), text: plain(text), html: escaped(html) }
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return ({ messageId, template, to, registrationId, words }) => {
    if (template !== TEMPLATE_222) throw new Error(`there is no template ${template}`)
    const values: Values = {
      courseName: oneLine(words.courseName),
      firstName: oneLine(words.firstName),
      greeting: oneLine(`Hello ${words.firstName}`),
      registrationId,
      registeredOn: `${date.format(words.registeredAt)} UTC`,
      ...{ language, portalUrl },
    }
    return {
      ...{ messageId, template, to },
      subject: render.subject(values),
      text: render.text(values),
      html: render.html(values),
    }
  }
}

/** Values stay on one line: a line break could start a header, or a paragraph that we did not write. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function compiler(options: { autoEscape: boolean }): (template: string) => (values: Values) => string {
  const eta = new Eta({ ...options, autoTrim: false })
  return (template) => {
    const compiled = eta.compile(template)
    return (values) => eta.render(compiled, values)
  }
}
