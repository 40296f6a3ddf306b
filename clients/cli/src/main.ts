#!/usr/bin/env node
/** `rollcall`: the operators' command line. The only file that touches the process. */
import { createInterface } from 'node:readline/promises'
import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './command-line.ts'
import { EXIT } from './exit-codes.ts'
import { isClosedPipe } from './output.ts'

// An import makes much garbage and keeps little: V8 would let its young generation grow to 48 MB for that.
setFlagsFromString('--semi-space-growth-factor=1')

/** A command that npm runs gets one Ctrl-C several times: from the terminal, and passed on by npm. */
const SAME_KEYSTROKE_MS = 1_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const interruption = new AbortController()
const interrupt = () => {
  interruption.abort()
  // A later signal ends the process at once.
  setTimeout(() => SIGNALS.forEach((signal) => process.off(signal, interrupt)), SAME_KEYSTROKE_MS).unref()
}
for (const signal of SIGNALS) process.on(signal, interrupt)
// After a closed pipe, as in `rollcall users list --all | head`, a command ends at its next output.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (isClosedPipe(error)) return interruption.abort()
  process.stderr.write(`rollcall: standard output cannot be written: ${error.message}\n`)
  process.exit(EXIT.failed)
})
// Messages that no one reads must not end an import.
process.stderr.on('error', () => undefined)

const isInteractive = process.stdin.isTTY && process.stderr.isTTY

async function confirm(question: string): Promise<boolean> {
  const dialog = createInterface({ input: process.stdin, output: process.stderr })
  interruption.signal.addEventListener('abort', () => dialog.close())
  try {
    // Ctrl-C, Ctrl-D and a signal close the dialog: no.
    const closed = new Promise<string>((resolve) => dialog.once('close', () => resolve('')))
    const response = await Promise.race([dialog.question(`${question} [y/N] `), closed])
    return /^y(es)?$/i.test(response.trim())
  } finally {
    dialog.close()
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  folder: process.cwd(),
  interrupted: interruption.signal,
  isInteractive,
  confirm,
})
