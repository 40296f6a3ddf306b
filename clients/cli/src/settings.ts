import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './errors.ts'

/** The sources of each setting: its flag, its environment variable, or the file that a local run writes. */
export const SETTINGS = {
  url: {
    variable: 'ROLLCALL_URL',
    inRunFile: 'baseUrl',
    describe: 'address of the public API',
  },
  'admin-url': {
    variable: 'ROLLCALL_ADMIN_URL',
    inRunFile: 'adminUrl',
    describe: 'address of the operator API',
  },
  'operator-token': {
    variable: 'ROLLCALL_OPERATOR_TOKEN',
    inRunFile: 'operatorToken',
    describe: 'token of the operator API',
  },
  'api-key': {
    variable: 'ROLLCALL_API_KEY',
    inRunFile: 'apiKey',
    describe: 'id of an API key',
  },
  'api-secret': {
    variable: 'ROLLCALL_API_SECRET',
    inRunFile: 'apiSecret',
    describe: 'secret of the API key',
  },
} as const

/**
 * An address and its credential have the same source. Otherwise a file that another person has put into the
 * current folder could name the address to which a secret of the environment is sent.
 */
const SAME_SOURCE: readonly (readonly SettingName[])[] = [
  ['url', 'api-key', 'api-secret'],
  ['admin-url', 'operator-token'],
]

/** Also the name of the flag. */
export type SettingName = keyof typeof SETTINGS
type Flags = { readonly [name in SettingName]?: string | undefined }

/** The file that `npm start` writes. */
export const RUN_FILE = join('.local', 'run.json')

/** The settings of a command. It needs only those that it uses. */
export class Settings {
  readonly #flags: Flags
  readonly #env: NodeJS.ProcessEnv
  readonly #runFile: Readonly<Record<string, unknown>>

  constructor(flags: Flags, env: NodeJS.ProcessEnv, folder: string) {
    this.#flags = flags
    this.#env = env
    this.#runFile = readRunFile(join(folder, RUN_FILE))
  }

  find(name: SettingName): string | undefined {
    const group = SAME_SOURCE.find((names) => names.includes(name)) ?? []
    if (group.some((member) => this.#given(member) !== undefined)) return this.#given(name)
    const value = this.#runFile[SETTINGS[name].inRunFile]
    return typeof value === 'string' ? value : undefined
  }

  /** The admin addresses of the services that the file names, when it names the operator API as well. */
  healthUrls(): string[] {
    const urls = this.#runFile['healthUrls']
    const isFromFile = this.#given('admin-url') === undefined && this.#given('operator-token') === undefined
    return isFromFile && typeof urls === 'object' && urls !== null ? Object.values(urls).map(String) : []
  }

  #given(name: SettingName): string | undefined {
    const flag = [this.#flags[name]].flat().at(-1) // the last one of a repeated flag
    const { variable } = SETTINGS[name]
    const given = flag ?? this.#env[variable]
    if (given !== '') return given
    // Otherwise an unset variable in a script would lead to the installation of the run file.
    const [source, remedy] = flag === '' ? [`--${name}`, 'leave it out'] : [variable, 'unset it']
    throw new UsageError(`${source} is empty. Give it a value, or ${remedy}.`)
  }

  /** @throws UsageError that says how to give the setting, without showing a secret */
  need(name: SettingName): string {
    const value = this.find(name)
    const { describe, variable } = SETTINGS[name]
    if (value !== undefined) {
      if (name === 'url' || name === 'admin-url') requireAddress(describe, value)
      else if (!/^[!-~]*$/.test(value.trim()))
        throw new UsageError(
          `The ${describe} has a space, a line break or another character that it can't have. Copy it again.`,
        )
      return value
    }
    throw new UsageError(
      `The ${describe} is missing. Give it as --${name} or ${variable}, or run the command in a folder ` +
        `with ${RUN_FILE}. See \`rollcall help connection\`.`,
    )
  }
}

function requireAddress(describe: string, value: string): void {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return
  throw new UsageError(
    `The ${describe} must be a URL such as https://learning.example.org, not ${JSON.stringify(value)}.`,
  )
}

/** Options of every command, shown by `rollcall help connection` only. */
export const connectionOptions = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { variable, describe }]) => [
    name,
    {
      type: 'string',
      requiresArg: true,
      hidden: true,
      group: 'Connection:',
      describe: `${describe} [${variable}]`,
    },
  ]),
) as unknown as Record<SettingName, { type: 'string' }>

function readRunFile(path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8'))) as Record<string, unknown>
  } catch {
    return {} // missing, or being written at this moment
  }
}
