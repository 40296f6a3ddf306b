import { Eta } from 'eta'
import { TEMPLATE_222, type Delivery } from '../domain/delivery.ts'
import type { Mail } from '../domain/mail.ts'
import { template222 } from './templates/222.ts'

/** The values that a template may use. */
interface Values {
  readonly courseName: string
  /** `Hello Ada`, or without a name when the user has none. */
  readonly greeting: string
  readonly registrationId: number
  readonly registeredOn: string
}

type Render = (values: Values) => string

const plain = compiler({ autoEscape: false })
const escaped = compiler({ autoEscape: true })

const templates: Readonly<Record<number, Readonly<Record<'subject' | 'text' | 'html', Render>>>> = {
  [TEMPLATE_222]: {
    subject: plain(template222.subject),
    text: plain(template222.text),
    html: escaped(template222.html),
  },
}

/** The e-mail of a delivery: the template filled with its values. */
export function composeMail(delivery: Delivery): Mail {
  const { messageId, template, to, registrationId, words } = delivery
  const render = templates[template]
  if (!render) throw new Error(`there is no template ${template}`)
  const values: Values = {
    courseName: oneLine(words.courseName),
    greeting: oneLine(`Hello ${words.firstName}`),
    registrationId,
    registeredOn: `${DATE.format(words.registeredAt)} UTC`,
  }
  return {
    ...{ messageId, template, to },
    subject: render.subject(values),
    text: render.text(values),
    html: render.html(values),
  }
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Values stay on one line: a line break could start a header, or a paragraph that we did not write. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function compiler(options: { autoEscape: boolean }): (template: string) => Render {
  const eta = new Eta({ ...options, autoTrim: false })
  return (template) => {
    const compiled = eta.compile(template)
    return (values) => eta.render(compiled, values)
  }
}
