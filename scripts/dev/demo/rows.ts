import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The rows of a file beside this one, in the form that `rollcall import` takes too. */
const rowsOf = <Row>(name: string): readonly Row[] =>
  readFileSync(join(import.meta.dirname, `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

type Kind = Readonly<Record<'active' | 'published' | 'requiresRegistration' | 'eventBased', boolean>>

/** A state's learning service: districts with their schools, and a central office with departments. Parents come first. */
export const DEMO_GROUPS = rowsOf<{ readonly id: number }>('groups')
/** Of every kind that the rules know: those that can be registered for, each reason why not, and one name twice (R3). */
export const DEMO_COURSES = rowsOf<Kind & { readonly id: number; readonly name: string }>('courses')
/** Made-up people, some of whom have expired, at addresses that no mail can reach by accident. */
export const DEMO_USERS = rowsOf<{ readonly externalId: string }>('users')
/** One that reaches everything, and one that sees how visibility is limited. Ids far from those that are counted up. */
export const DEMO_ACCOUNTS = rowsOf<{ readonly id: number }>('accounts')
