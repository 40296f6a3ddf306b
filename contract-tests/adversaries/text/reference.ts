import { operationsOf, type OpenApiDocument } from '../../../local/contract/document.ts'
import { explained } from '../../../local/contract/explain.ts'
import { clientCallOf } from '../../../local/pages/samples.ts'
import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import { useOwnRecords } from '../../../services/registration/src/reference/web/examples.js'
import { samplesOf } from '../../../services/registration/src/reference/web/samples.js'

/** The samples of the reference as its page makes them, for a key that finds these records at these paths. */
export async function referenceOf(
  records: Readonly<Record<string, unknown[]>>,
  baseUrl: string,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
) {
  const document = explained('public', structuredClone(contract) as unknown as OpenApiDocument)
  for (const { operation } of operationsOf(document))
    Object.assign(operation, { 'x-client': clientCallOf(operation) })
  const asked = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((url: any) =>
      Promise.resolve(Response.json(records[new URL(url, baseUrl).pathname] ?? [])),
    )
  const sender = { baseUrl, apiKey, apiSecret, operatorToken: '' }
  await useOwnRecords(document, sender).finally(() => asked.mockRestore())
  return operationsOf(document).map((entry) => {
    const [curl, typescript, python] = samplesOf(document, entry, sender).map(({ source }) => source) as [
      string,
      string,
      string,
    ]
    return { operation: entry.operation.operationId, curl, typescript, python }
  })
}
