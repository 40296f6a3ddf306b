/**
 * The names of files that contain only rules, in any folder of a service: they import no package and read no
 * clock (eslint.config.mjs), and mutation tests change them (stryker.config.mjs).
 */
const NAMES = [
  ...['rules', 'import-rules', 'conflicts', 'upsert-keys', 'upsert-plan', 'identification'],
  ...['message-id', 'address', 'mail', 'failures'],
]
const inServices = (names) => `services/*/src/**/{${names.join(',')}}.ts`

/** Mutation tests leave out errors.ts: the compiler compares the codes with the contract. */
export const MUTATED_RULES = inServices(NAMES)
export const RULES = inServices([...NAMES, 'errors'])
