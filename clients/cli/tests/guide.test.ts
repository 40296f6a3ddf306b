import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './kit/command.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../../docs/guide/cli.md'), 'utf8')
/** Blocks that show a command line and what it says. */
const shown = [...GUIDE.matchAll(/^```\n\$ rollcall (.+)\n([^]*?)\n```$/gm)].map(
  ([, line, output]): [string, string] => [line ?? '', output ?? ''],
)

describe('the guide to the command line', () => {
  it('shows the help of the command and of two others', () => {
    expect(shown.map(([line]) => line)).toEqual([
      '--help',
      'registrations create --help',
      'import users --help',
    ])
  })

  it.each(shown)('shows rollcall %s as a wide terminal does', async (line, output) => {
    const { stdout } = await command(line.split(' '), { columns: 200 })
    expect(output).toBe(stdout.trimEnd())
  })
})
