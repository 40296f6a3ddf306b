import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isExecutable, onPath } from './path.ts'

/** The port mapper of the Erlang that lies in `erlang`, or else of the one on the PATH. @throws Error when there is none */
export function findEpmd(env: NodeJS.ProcessEnv, erlang: string | undefined): string {
  const erl = onPath('erl', env)
  const candidates = [
    erlang === undefined ? undefined : besideTheEmulator(erlang),
    onPath('epmd', env),
    erl === undefined ? undefined : besideTheEmulator(dirname(dirname(realpathSync(erl)))),
  ]
  const found = candidates.find((path) => path !== undefined && isExecutable(path))
  if (found === undefined)
    throw new Error("Erlang's epmd was not found; it comes with Erlang (Debian: erlang-base)")
  return found
}

function besideTheEmulator(erlang: string): string | undefined {
  const emulator = emulatorIn(erlang)
  return emulator === undefined ? undefined : join(erlang, emulator, 'bin', 'epmd')
}

const emulatorIn = (erlang: string): string | undefined =>
  existsSync(erlang) ? readdirSync(erlang).find((name) => name.startsWith('erts-')) : undefined

/** Debian's start scripts name the folder that the package is installed into, whatever the environment says. */
export function settleErlang(erlang: string): void {
  for (const script of [join('bin', 'erl'), join(emulatorIn(erlang) ?? '', 'bin', 'erl')]) {
    const path = join(erlang, script)
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replaceAll(/^(\s*ROOTDIR=).*$/gm, (_line, start: string) => `${start}'${erlang}'`),
    )
  }
}

/** The machine's own settings for another RabbitMQ or Erlang must not reach ours. */
export function withoutErlangs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(RABBITMQ_|ERL_|ERLANG_)/.test(name)))
}
