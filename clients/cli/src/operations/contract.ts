import operations from '../../generated/operations.json' with { type: 'json' }
import type { Operator } from '@rollcall/client/operator'
import type { Api } from '../context.ts'

export type OperationId = keyof typeof operations

/** An argument or an option of an operation. */
export interface Field {
  /** On the command line; `parameter` is its name in the contract. */
  readonly name: string
  readonly parameter: string
  readonly in: 'path' | 'query' | 'body'
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date-time' | 'json'
  /** Whether it can be repeated. The client takes an array or a set. */
  readonly list?: 'array' | 'set'
  readonly choices?: readonly string[]
  /** The schema of a value that is an object. */
  readonly schema?: string
  readonly required?: boolean
  /** Whether it can be none, which is an empty text on the command line. */
  readonly nullable?: boolean
  readonly default?: boolean
  readonly describe: string
  readonly example?: string
  /** Whether it is an argument, given without its name. Those of the path are; others by an override. */
  readonly isArgument?: boolean
}

/** What the contract says of an operator operation (`scripts/generate/cli-operations.ts`). */
export interface CliOperation {
  readonly service: keyof Operator
  readonly method: string
  readonly path: string
  readonly noun: string
  readonly verb: string
  readonly describe: string
  readonly fields: readonly Field[]
  /** The name under which the client takes the body. */
  readonly body?: string
  /** The operation that reads the record which this one replaces. */
  readonly readBy?: OperationId
  /** Whether it has a preview, which writes nothing. */
  readonly preview?: boolean
  /** The schema of what it returns. */
  readonly schema?: string
  readonly returns: 'page' | 'list' | 'record' | 'nothing'
  readonly columns: readonly string[]
  /** The number in the response of a request that is repeated while the response says `remaining`. */
  readonly repeats?: string
}

/** The values of a command line by the names of its arguments and options. */
export type Given = Readonly<Record<string, unknown>>

/** A text with the values of the command line, such as `{id}`, or a function of them. */
export type Text = string | ((given: never) => string | undefined)

/** What a command has that does not follow from the contract. */
export interface Override {
  readonly verb?: string
  readonly describe?: string
  /** Names of options by parameter. */
  readonly names?: Readonly<Record<string, string>>
  /** Parameters of the body or the query that are arguments, in this order after those of the path. */
  readonly arguments?: readonly string[]
  /** Whether a parameter has to be given, by parameter. */
  readonly required?: Readonly<Record<string, boolean>>
  readonly without?: readonly string[]
  /** The values of the command line as the command takes them. @throws UsageError */
  readonly prepare?: (given: never) => object
  /** Options without a value that set a parameter. */
  readonly flags?: Readonly<Record<string, { readonly describe: string; readonly sets: object }>>
  /** Names of fields, with spaces between them. */
  readonly columns?: string
  readonly examples?: Readonly<Record<string, string>>
  /** What to ask before the call; adds `--yes`. */
  readonly question?: Text
  readonly warning?: string
  /** Where else to look if a list is empty. */
  readonly ifNone?: string
  /** What a person is told in the end. */
  readonly message?: Text
  /** Of the records that are named and were not handled. */
  readonly leftOut?: Text
  /** Called with the values of the body before it is sent. */
  readonly before?: (api: Api, body: Record<string, unknown>) => Promise<void>
  /** Verbs that change these fields of a record. */
  readonly changes?: Readonly<Record<string, { readonly describe: string; readonly sets: object }>>
}

/** How the command line takes an object. */
export interface ValueType {
  readonly describe: string
  readonly read: (text: string) => unknown
  readonly text: (value: never) => string
}

/** The operator operations of the contract. */
export const OPERATIONS = operations as Readonly<Record<OperationId, unknown>> as Readonly<
  Record<OperationId, CliOperation>
>

/** `dead-letters` is a `dead letter`. */
export const recordName = (noun: string) => noun.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', ' ')
