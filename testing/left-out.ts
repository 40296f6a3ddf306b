/** How the name of a test says why it is skipped; `npm test` ends with these reasons. */
const LEFT_OUT = / \[left out: (.*)\]/

type Test = () => void | Promise<void>
interface Declare {
  readonly skip: (name: string, test: () => void) => void
  (name: string, test: () => void): void
}

/**
 * Declares tests with `it` or `describe`, or leaves them out where what they need is missing.
 * @param missing what is missing, and the command that provides it
 */
export function unlessMissing(missing: string | undefined, declare: Declare | typeof it) {
  return (name: string, test: Test): void =>
    missing === undefined ? declare(name, test) : declare.skip(`${name} [left out: ${missing}]`, test)
}

/** Why the test of this name was left out, if it was. */
export const reasonOf = (fullName: string): string | undefined => LEFT_OUT.exec(fullName)?.[1]
