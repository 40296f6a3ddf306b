import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvLine } from '../../clients/cli/src/files/csv-line.ts'
import { recordsOf } from '../../clients/cli/src/files/csv-reader.ts'
import { withoutProtection } from '../../clients/cli/src/files/formulas.ts'
import { run } from '../../local/backing/programs.ts'
import { startGuardian } from '../../local/processes/guardian.ts'
import { rowOf } from './rows.ts'

const COLUMNS = ['id', 'text', 'score', 'deleted']
/** What spreadsheets take for numbers, dates and formulas. */
const TEXTS = [
  ...['00123', '=1+1', '+49 30 1', '-5', '@x', 'TRUE', '1E5', '03/04/2019', '2024-01-15T15:00:00Z', '12:30'],
  ...[
    'Zoë "Q" Müller',
    "'quoted'",
    "'=1+1'",
    '1,5',
    '1.5',
    '12345678901234567890',
    'a;b',
    '50%',
    '1/2',
    '😀',
  ],
  ...['-', "'", '=', 'MARCH1', 'https://x.example/?a=b&c', '5 €', '#N/A', '00:10:00', '1e', 'محمد'],
]
/** Of its filter for CSV: separator, quote, UTF-8, first line, language, "Format quoted field as text". */
const FILTER = 'Text - txt - csv (StarCalc):44,34,76,1,,1033,true'

/** It has to be installed: Debian's finds its configuration below `/` only. */
const NEEDS = { programs: ['soffice'] }

rowOf('libreoffice', 'an export in LibreOffice, with the settings of the guide', tests, NEEDS)

function tests() {
  it('is opened and saved, and an import reads what was exported', async () => {
    const guardian = startGuardian()
    const dir = mkdtempSync(join(tmpdir(), 'rollcall-libreoffice-'))
    guardian.watch(dir)
    const wanted = TEXTS.map((text, i) => [
      i === 0 ? 9_007_199_254_741_000 : 10 ** (i % 15) + i,
      text,
      i + 0.25,
      i % 2 === 0,
    ])
    const lines = [COLUMNS, ...wanted].map((cells) => `${csvLine(cells)}\n`)
    writeFileSync(join(dir, 'export.csv'), lines.join(''))
    const convert = async (options: readonly string[], to: string, file: string) => {
      const profile = `-env:UserInstallation=file://${dir}/profile`
      const args = [
        profile,
        '--headless',
        ...options,
        '--convert-to',
        to,
        '--outdir',
        join(dir, 'saved'),
        file,
      ]
      await run('soffice', args, { env: process.env, cwd: dir, timeoutMs: 180_000, guardian })
    }
    await convert([`--infilter=${FILTER},false`], 'ods', 'export.csv')
    await convert([], `csv:${FILTER},true`, 'saved/export.ods')
    const read: string[][] = []
    const isColumn = (name: string) => COLUMNS.includes(name)
    const none = { before: 0, after: 0 }
    for await (const record of recordsOf(join(dir, 'saved/export.csv'), 'utf-8', none, isColumn))
      read.push('cells' in record ? record.cells.map(withoutProtection) : [record.error])
    await guardian.release()
    expect(read).toEqual([COLUMNS, ...wanted.map((cells) => cells.map(String))])
  }, 400_000)
}
