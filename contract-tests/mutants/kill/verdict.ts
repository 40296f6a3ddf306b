/** What can catch a mutant: the columns of the matrix in docs/contract.md. */
export const CATCHERS = ['pact', 'examples', 'answers', 'fuzz', 'service tests'] as const
export type Catcher = (typeof CATCHERS)[number]

export interface Catch {
  readonly by: Catcher
  /** What it said. */
  readonly fault: string
}
