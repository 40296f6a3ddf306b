import { join } from 'node:path'

/** The pacts of our own services and clients, written by the tests in consumers/. */
export const PACTS = join(import.meta.dirname, '../generated/pacts')
