import type { Api, Context } from '../context.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { counted, NOTHING_FOUND, type Output } from '../output.ts'
import { everyRecord, type ListPage, type ListResponse, type Page } from '../paging.ts'
import { listOptions, type Arguments, type Values } from './arguments.ts'
import { CONFIRMATION, isConfirmed } from './confirmation.ts'

/** A verb of a noun, or a command such as `doctor`. One that returns no exit code has succeeded. */
export interface Command extends CommandBase<Arguments> {
  readonly run: (context: Context, args: never) => Promise<ExitCode | void>
}

/** A noun with verbs. */
export interface Noun {
  readonly describe: string
  /** By verb and arguments, such as `get <id>`. */
  readonly commands: Readonly<Record<string, Command>>
}

/** What every command has. */
export interface CommandBase<A extends Arguments> {
  readonly describe: string
  readonly arguments?: A
  /** Command lines without the noun, and what each of them does. */
  readonly examples: Readonly<Record<string, string>>
  /** Shown at the end of the help. */
  readonly epilogue?: string
}

interface OwnCommand<A extends Arguments> extends CommandBase<A> {
  readonly run: (context: Context, args: Values<A>) => Promise<ExitCode | void>
}

/** A command with code of its own. */
export const command = <const A extends Arguments>(own: OwnCommand<A>): Command => own

interface OperationCommand<A extends Arguments, T> extends CommandBase<A> {
  readonly call: (api: Api, args: Values<A>) => Promise<T>
  /** What is printed of the record; all of it by default. */
  readonly shown?: (record: T & object, output: Output) => object
  readonly warning?: string
  /** What to ask before the call, if the command removes or sends to many; adds `--yes`. */
  readonly question?: (args: Values<A>) => string | undefined
  /** What a person is told in the end. */
  readonly message?: (args: Values<A>) => string | undefined
  /** Called when the record is printed. Throws if something that was named was left out. */
  readonly check?: (record: T, args: Values<A>) => void
}

/** A command that calls one operation, and prints the record that it returns. */
export const operation = <const A extends Arguments, T extends object | void>({
  call,
  shown = (record) => record,
  warning,
  question,
  message,
  check,
  ...base
}: OperationCommand<A, T>): Command => ({
  ...base,
  arguments: { ...base.arguments, ...(question && CONFIRMATION) },
  async run(context, args: Values<A> & { yes: boolean }) {
    const { api, output } = context
    const asked = question?.(args)
    if (asked !== undefined && !(await isConfirmed(context, { yes: args.yes, question: asked })))
      return EXIT.failed
    const result = await call(api, args)
    if (result !== undefined) await output.record(shown(result as T & object, output))
    check?.(result, args)
    if (warning !== undefined) output.warn(warning)
    const text = message?.(args)
    if (text !== undefined) output.info(text)
    return EXIT.done
  },
})

interface TableCommand<A extends Arguments, T extends object> extends CommandBase<A> {
  readonly call: (api: Api, args: Values<A>) => Promise<readonly T[]>
  readonly columns: readonly (keyof T & string)[]
}

/** A command that calls one operation, and prints the few records that it returns. */
export const table = <const A extends Arguments, T extends object>({
  call,
  columns,
  ...base
}: TableCommand<A, T>): Command => ({
  ...base,
  run: async (context, args: Values<A>) => context.output.list(await call(context.api, args), columns),
})

interface ListCommand<A extends Arguments, T extends object> extends CommandBase<A> {
  /** Requests one page. */
  readonly call: (api: Api, args: Values<A>, page: Page) => Promise<ListResponse<T>>
  readonly columns: readonly (keyof T & string)[]
  /** What is printed of a record; all of it by default. */
  readonly shown?: (record: T, output: Output) => object
  /** Where else to look if nothing is found. */
  readonly ifNone?: ((args: Values<A>) => string | undefined) | undefined
}

/** A command that prints the first records of a list, or all of them, requested page by page. */
export const list = <const A extends Arguments, T extends object>({
  call,
  columns,
  shown = (record) => record,
  ifNone = () => undefined,
  ...base
}: ListCommand<A, T>): Command => ({
  ...base,
  arguments: { ...listOptions, ...base.arguments },
  run: (context, args: Values<A & typeof listOptions>) =>
    printList(
      context,
      { ...args, ifNone: ifNone(args) },
      (page) => call(context.api, args, page),
      columns,
      shown,
    ),
})

/** How many records of a list are shown. */
interface ListOptions {
  readonly limit: number
  readonly all: boolean
  readonly ifNone?: string | undefined
}

/** Prints the first records of a list, and whether more follow. */
export async function printList<T extends object>(
  context: Context,
  options: ListOptions,
  page: ListPage<T>,
  columns: readonly (keyof T & string)[],
  shown: (record: T, output: Output) => object = (record) => record,
): Promise<void> {
  const { output } = context
  await output.list(records(), columns, () => [NOTHING_FOUND, options.ifNone].filter(Boolean).join(' '))

  async function* records(): AsyncGenerator<object> {
    for await (const record of firstRecords(context, options, page)) yield shown(record, output)
  }
}

/** The first records of a list. At the end, a message says whether more follow. */
export async function* firstRecords<T>(
  { output }: Context,
  { limit, all }: ListOptions,
  page: ListPage<T>,
): AsyncGenerator<T> {
  let count = 0
  // One more record than is shown tells whether more follow.
  for await (const record of everyRecord(page, all ? undefined : limit + 1)) {
    if (!all && count === limit)
      return output.warn(`There are more than ${counted(limit, 'record')}. Use --limit or --all to see them.`)
    yield record
    count++
  }
}
