import { contractVersion } from '@rollcall/client'
import type { Context, Noun } from '../context.ts'
import { check, type Finding } from '../doctor/check.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'

export const doctor: Noun = {
  name: 'doctor',
  describe: 'Check address, contract, clock, operator token, API key, and the health of services',
  verbs: (yargs, act) =>
    yargs
      .option('health', {
        type: 'string',
        array: true,
        requiresArg: true,
        default: [] as string[],
        describe: 'admin address of a service; may be repeated',
      })
      .example('$0 doctor', 'with the addresses and credentials that are set')
      .example('$0 doctor --health http://127.0.0.1:9090', 'the health of a service too')
      .command(
        '$0',
        false,
        (y) => y,
        act((context, { health }) => examine(context, health)),
      ),
}

const MARKS = {
  ok: ['green', '✓'],
  warning: ['yellow', '!'],
  failed: ['red', '✗'],
  skipped: ['dim', '-'],
} as const

async function examine(context: Context, health: readonly string[]): Promise<ExitCode> {
  const { output, terminal } = context
  const findings: Finding[] = []
  for await (const finding of check(context, { health, contractVersion, now: () => Date.now() })) {
    findings.push(finding)
    if (output.json) continue
    const [style, mark] = MARKS[finding.state]
    await output.line(
      `${output.styled(style, mark, terminal.stdout)} ${finding.check.padEnd(16)} ${finding.message}`,
    )
  }
  if (output.json) await output.list(findings, [])
  return findings.find(({ state }) => state === 'failed')?.exitCode ?? EXIT.done
}
