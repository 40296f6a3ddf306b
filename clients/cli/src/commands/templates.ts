import type { MailTemplate } from '@rollcall/client/operator'
import { isUtf8 } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Noun } from '../context.ts'
import { UsageError } from '../errors.ts'

/** As the configuration of the service names them. */
const FILES = { subject: '222.subject.txt', text: '222.txt', html: '222.html' } as const

export const templates: Noun = {
  name: 'templates',
  describe: 'How the e-mail about a new registration is worded',
  verbs: (yargs, act) =>
    yargs.command(
      'preview [folder]',
      'Show the e-mail with the values of a made-up registration',
      (y) =>
        y
          .positional('folder', {
            type: 'string',
            describe: `template to try: ${Object.values(FILES).join(', ')}; the one in use without`,
          })
          .option('html', { type: 'string', requiresArg: true, describe: 'file to write the HTML part to' })
          .example('$0 templates preview', 'what is sent now')
          .example('$0 templates preview ./templates --html mail.html', 'what would be sent'),
      act(async ({ operator, output, terminal }, { folder, html }) => {
        const own = folder === undefined ? undefined : await templateIn(resolve(terminal.folder, folder))
        const preview = await operator().notification.previewTemplate(own && { MailTemplate: own })
        if (html !== undefined) {
          await writeFile(resolve(terminal.folder, html), preview.html)
          output.say(`The HTML part is in ${html}.`)
        }
        if (output.json) await output.record(preview)
        else await output.line(`Subject: ${preview.subject}\n\n${preview.text.trimEnd()}`)
      }),
    ),
}

async function templateIn(folder: string): Promise<MailTemplate> {
  const read = async (file: string) => {
    const bytes = await readFile(join(folder, file)).catch(() => {
      throw new UsageError(`There is no file ${file} in ${folder}.`)
    })
    if (!isUtf8(bytes)) throw new UsageError(`${file} in ${folder} is not valid UTF-8.`)
    return bytes.toString()
  }
  // One after the other, so that it is always the first missing one that is named.
  const subject = (await read(FILES.subject)).trim()
  return { subject, text: await read(FILES.text), html: await read(FILES.html) }
}
