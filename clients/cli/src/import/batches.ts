/** Groups rows into batches, limited by rows and by bytes of JSON; a row larger than a batch goes alone. */
export async function* batchesOf<Row extends { readonly body: object } | { readonly error: string }>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  max: { readonly rows: number; readonly bytes: number },
): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  let bytes = 0
  for await (const row of rows) {
    const size = 'body' in row ? Buffer.byteLength(JSON.stringify(row.body)) + 1 : 0
    if (batch.length === max.rows || (batch.length > 0 && bytes + size > max.bytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
