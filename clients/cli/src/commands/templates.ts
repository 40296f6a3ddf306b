import type { MailTemplate } from '@rollcall/client/operator'
import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defined } from '../defined.ts'
import { UsageError } from '../errors.ts'
import { textOption } from './arguments.ts'
import { command, type Noun } from './table.ts'

/** Named as in the folder of `MAIL_TEMPLATES`. 222 is the id of the template. */
const FILES = { subject: '222.subject.txt', text: '222.txt', html: '222.html' } as const

export const templates: Noun = {
  describe: 'Template of the e-mail about a new registration',
  commands: {
    'preview [folder]': command({
      describe: 'Show the e-mail for an example registration',
      arguments: {
        folder: {
          type: 'string',
          describe: `folder with ${Object.values(FILES).join(', ')} [default: the template in use]`,
        },
        language: textOption(
          'for a reader of this language; of a folder the files in de/, or de.222.txt and so on',
        ),
        html: textOption('file to write the HTML part to'),
      },
      examples: {
        preview: 'an e-mail of the template in use',
        'preview --language fr': 'the same for somebody who reads French',
        'preview ./templates --html mail.html': 'an e-mail of another template, with its HTML part in a file',
      },
      async run({ api, output, terminal }, { folder, language, html }) {
        const template =
          folder === undefined ? undefined : await readTemplate(resolve(terminal.folder, folder), language)
        const body = defined({ template, language })
        const preview = await api.notification.previewTemplate({ MailToPreview: body })
        if (html !== undefined) {
          await writeFile(resolve(terminal.folder, html), preview.html)
          output.info(`The HTML part is in ${html}.`)
        }
        if (output.json) await output.record(preview)
        else await output.line(`Subject: ${preview.subject}\n\n${preview.text.trimEnd()}`)
        if (language !== undefined && language.toLowerCase() !== preview.language.toLowerCase())
          output.warn(`There is no text for ${language}; this is ${preview.language}.`)
      },
    }),
  },
}

/** A language, and those that a reader of it gets without a text in it: de-AT, de. */
const withBroader = (language: string) =>
  language.split('-').map((_, i, parts) => parts.slice(0, parts.length - i).join('-'))

async function readTemplate(folder: string, language?: string): Promise<MailTemplate> {
  // As in a ConfigMap, which has no folders.
  const pathsOf = (name: string) =>
    language === undefined
      ? [name]
      : withBroader(language).flatMap((tag) => [join(tag, name), `${tag}.${name}`])
  const read = async (name: string) => {
    const file = language === undefined ? name : join(language, name)
    const path = pathsOf(name).find((one) => existsSync(join(folder, one)))
    if (path === undefined)
      throw new UsageError(
        language === undefined
          ? `${file} in ${folder} can't be read. For the text of one language, give --language, such as de.`
          : `${language}.${name} (or ${file}) in ${folder} can't be read.`,
      )
    const bytes = await readFile(join(folder, path))
    if (!isUtf8(bytes)) throw new UsageError(`${file} in ${folder} is not valid UTF-8.`)
    return bytes.toString()
  }
  // One after the other, so that the error names the first file that can't be read.
  const subject = (await read(FILES.subject)).trim()
  return { subject, text: await read(FILES.text), html: await read(FILES.html) }
}
