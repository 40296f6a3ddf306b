/**
 * Groups items into batches, limited by number and by bytes of JSON. A larger item goes alone.
 * @param kindOf items of different kinds are in different batches
 */
export async function* batchesOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  max: { readonly rows: number; readonly bytes?: number },
  kindOf: (item: Item) => unknown = () => undefined,
): AsyncGenerator<Item[]> {
  const { rows, bytes: maxBytes = Infinity } = max
  let batch: Item[] = []
  let bytes = 0
  for await (const item of items) {
    const size = sizeOf(item)
    const [first] = batch
    const isFull = batch.length === rows || bytes + size > maxBytes
    if (first !== undefined && (isFull || kindOf(first) !== kindOf(item))) {
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
