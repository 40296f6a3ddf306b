/** What we use of the comparator: its own types import each other in a way that Node's resolution does not follow. */
declare module '@pactflow/openapi-pact-comparator' {
  export interface Result {
    readonly code: string
    readonly message: string
    readonly type: 'error' | 'warning' | 'info'
    readonly mockDetails?: { readonly interactionDescription?: string | null; readonly location: string }
    /** Why each message that was tried did not fit. */
    readonly causes?: readonly Result[]
  }

  export class Comparator {
    constructor(documents: { readonly oas: object; readonly asyncapi: object })
    compare(pact: object): AsyncGenerator<Result>
  }
}
