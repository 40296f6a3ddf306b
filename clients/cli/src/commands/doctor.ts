import type { Context } from '../context.ts'
import { addressChecks } from '../doctor/address-checks.ts'
import { backlogChecks } from '../doctor/backlog-checks.ts'
import { checkApiKey, checkOperatorToken } from '../doctor/credential-checks.ts'
import { REQUEST_OPTIONS, type Finding } from '../doctor/finding.ts'
import { healthChecks } from '../doctor/health-checks.ts'
import { UsageError } from '../errors.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { onOneLine } from '../output.ts'
import { textOption } from './arguments.ts'
import { command } from './table.ts'

export const doctor = command({
  describe: 'Check addresses, credentials, the health of services, e-mails and dead letters',
  arguments: {
    health: {
      ...textOption('admin address of a service, for its health; repeatable'),
      array: true,
      default: [] as string[],
    },
  },
  examples: {
    doctor: 'check the installation whose addresses and credentials are set',
    'doctor --health http://127.0.0.1:9090': 'check the health of a service too',
  },
  run: (context, { health }) => runChecks(context, health),
})

const MARKS = {
  ok: ['green', '✓'],
  warning: ['yellow', '!'],
  failed: ['red', '✗'],
  skipped: ['dim', '-'],
} as const

const NAME_WIDTH = 16

async function runChecks(context: Context, health: readonly string[]): Promise<ExitCode> {
  const { output, terminal } = context
  const findings: Finding[] = []
  for await (const finding of allChecks(context, health)) {
    findings.push(finding)
    if (output.json) continue
    const [style, mark] = MARKS[finding.state]
    const styled = output.styled(style, mark, terminal.stdout)
    await output.text(`${styled} ${finding.check.padEnd(NAME_WIDTH)} ${onOneLine(finding.message)}\n`)
  }
  if (output.json) await output.list(findings, [])
  if (findings.every(({ state }) => state === 'skipped'))
    throw new UsageError('Nothing was checked, because no address is set. See `rollcall help connection`.')
  return findings.find(({ state }) => state === 'failed')?.exitCode ?? EXIT.done
}

async function* allChecks(context: Context, health: readonly string[]): AsyncGenerator<Finding> {
  yield* addressChecks(context)
  const token = await checkOperatorToken(context)
  yield token
  yield await checkApiKey(context)
  yield* healthChecks(health.length > 0 ? health : context.settings.healthUrls())
  if (token.state === 'ok') yield* backlogChecks(context.operatorApi(REQUEST_OPTIONS))
}
