/** Types of the comparator. Node can't resolve the imports in its own types. */
declare module '@pactflow/openapi-pact-comparator' {
  export interface Result {
    readonly code: string
    readonly message: string
    readonly type: 'error' | 'warning' | 'info'
    readonly mockDetails?: { readonly interactionDescription?: string | null; readonly location: string }
    /** The reasons why no message matched. */
    readonly causes?: readonly Result[]
  }

  export class Comparator {
    constructor(documents: { readonly oas: object; readonly asyncapi: object })
    compare(pact: object): AsyncGenerator<Result>
  }
}
