#!/usr/bin/env node
/** `rollcall`: the operators' command line. The only file that touches the process. */
import { setFlagsFromString } from 'node:v8'
import { run } from './run.ts'

// An import makes much garbage and keeps little: V8 would let its young generation grow to 48 MB for that.
setFlagsFromString('--semi-space-growth-factor=1')

const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort())
// A closed pipe, as in `rollcall users list --all | head`, is not an error.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
  if (fault.code === 'EPIPE') process.exit(0)
  throw fault
})

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  folder: process.cwd(),
  interrupted: interruption.signal,
})
