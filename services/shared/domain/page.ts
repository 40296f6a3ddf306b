/** A page of a list that is ordered by id. */
export interface Page {
  readonly offset: number
  readonly limit: number
  /** Only records with a higher id: the end of the page before. */
  readonly afterId: number
}
