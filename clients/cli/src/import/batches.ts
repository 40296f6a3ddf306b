/** Groups items into batches, limited by number and by bytes of JSON. A larger item goes alone. */
export async function* batchesOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  max: { readonly rows: number; readonly bytes?: number },
): AsyncGenerator<Item[]> {
  const { rows, bytes: maxBytes = Infinity } = max
  let batch: Item[] = []
  let bytes = 0
  for await (const item of items) {
    const size = sizeOf(item)
    if (batch.length === rows || (batch.length > 0 && bytes + size > maxBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

/** Only the body of a row is sent. */
const sizeOf = (item: unknown): number =>
  typeof item === 'object' && item !== null && 'body' in item
    ? Buffer.byteLength(JSON.stringify(item.body)) + 1
    : 0
