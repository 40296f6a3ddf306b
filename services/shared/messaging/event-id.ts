import { createHash } from 'node:crypto'

/** The random namespace of these ids (RFC 9562 §5.5). */
const NAME_SPACE = Buffer.from('8f1d6c0e5b5a4c3b9f0a6d2e7c41b893', 'hex')

/** The same id for the same event, however often it is published: a UUID of version 5. */
export function eventIdOf(record: 'registration' | 'user', id: number, moment: number): string {
  const name = `${record}:${id}:${moment}`
  const bytes = createHash('sha1').update(NAME_SPACE).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
