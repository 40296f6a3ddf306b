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
        const preview = await api.notification.previewTemplate({ MailPreviewInput: body })
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

/** A language, and those whose text a reader of it gets otherwise: de-AT, de. */
const withBroader = (language: string) =>
  language.split('-').map((_, i, parts) => parts.slice(0, parts.length - i).join('-'))

/** The template of a folder, for a language the first that has all files, as the service chooses it. */
async function readTemplate(folder: string, language?: string): Promise<MailTemplate> {
  if (language === undefined) return await readFiles(folder, (name) => [name])
  for (const tag of withBroader(language)) {
    // As in a ConfigMap, which has no folders.
    const pathsOf = (name: string) => [`${tag}.${name}`, join(tag, name)]
    const hasFile = (name: string) => pathsOf(name).some((path) => existsSync(join(folder, path)))
    if (Object.values(FILES).every(hasFile)) return await readFiles(folder, pathsOf)
  }
  return await readFiles(folder, (name) => [`${language}.${name}`, join(language, name)])
}

async function readFiles(folder: string, pathsOf: (name: string) => string[]): Promise<MailTemplate> {
  const read = async (name: string) => {
    const paths = pathsOf(name)
    const path = paths.find((one) => existsSync(join(folder, one)))
    if (path === undefined) {
      const advice = paths.length === 1 ? ' For the text of one language, give --language, such as de.' : ''
      throw new UsageError(`${paths.join(' or ')} in ${folder} can't be read.${advice}`)
    }
    const bytes = await readFile(join(folder, path))
    if (!isUtf8(bytes)) throw new UsageError(`${path} in ${folder} is not valid UTF-8.`)
    return bytes.toString()
  }
  // One after the other, so that the error names the first file that can't be read.
  const subject = (await read(FILES.subject)).trim()
  return { subject, text: await read(FILES.text), html: await read(FILES.html) }
}
