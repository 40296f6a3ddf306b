import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../../../testing/clients/command.ts'
import { scriptedServer } from '../../../testing/clients/scripted-server.ts'
import { EXIT } from '../src/exit-codes.ts'

const PREVIEW = { language: 'en', languages: ['en'], subject: 'You are registered', text: '', html: '' }

async function run(line: string) {
  const { url, received } = await scriptedServer({ status: 200, body: PREVIEW })
  const env = { ROLLCALL_ADMIN_URL: url, ROLLCALL_OPERATOR_TOKEN: 'token' }
  return { ...(await command(line.split(' '), { env })), received }
}

it('templates preview shows the template of a folder, whose files must exist and be UTF-8', async () => {
  const german = join(import.meta.dirname, '../../../testing/notification/german')
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-'))
  await cp(german, folder, { recursive: true })
  const shown = await run(`templates preview ${folder}`)
  expect(JSON.parse(shown.received[0]?.body ?? '')).toMatchObject({
    template: { subject: expect.stringMatching(/^Angemeldet zu/) },
  })
  expect(shown.stdout).toContain('You are registered')
  await cp(german, join(folder, 'de'), { recursive: true })
  for (const file of await readdir(german)) await cp(join(german, file), join(folder, `fr.${file}`))
  // A language that lacks files is left out.
  await mkdir(join(folder, 'de-AT'))
  await writeFile(join(folder, 'de-AT', '222.subject.txt'), 'Servus')
  for (const language of ['de', 'fr', 'de-AT']) {
    const { received, stderr } = await run(`templates preview ${folder} --language ${language}`)
    expect(stderr).toContain(`There is no text for ${language}; this is en.`)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      language,
      template: { subject: expect.stringMatching(/^Angemeldet/) },
    })
  }
  const missing = await run(`templates preview ${folder} --language it`)
  expect([missing.code, missing.stderr]).toEqual([
    EXIT.usage,
    expect.stringContaining('it.222.subject.txt or it/222.subject.txt in'),
  ])
  const none = await run(`templates preview ${tmpdir()}`)
  expect([none.code, none.stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(/222\.subject\.txt in .* can't be read\. .* give --language/),
  ])
  await writeFile(join(folder, '222.txt'), Buffer.from('Gr\u00fc\u00dfe', 'latin1'))
  const latin1 = await run(`templates preview ${folder}`)
  expect([latin1.code, latin1.stderr]).toEqual([
    EXIT.usage,
    expect.stringMatching(/222\.txt in .* is not valid UTF-8\./),
  ])
  await rm(folder, { recursive: true })
})
