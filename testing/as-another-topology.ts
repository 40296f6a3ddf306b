import { BSON } from 'mongodb'

const HEADER = 16
const OP_REPLY = 1
const OP_MSG = 2013
/** Where the document begins in a message of each kind. */
const DOCUMENT_AT: Readonly<Record<number, number>> = {
  [OP_REPLY]: HEADER + 20,
  [OP_MSG]: HEADER + 5,
}

/**
 * Adds fields to each `hello` that a server replies, for {@link tcpProxy}'s `change`: a server that says
 * `msg: 'isdbgrid'` is the router of a sharded cluster.
 */
export const asRouter = (chunk: Buffer): Buffer => changedHello(chunk, { msg: 'isdbgrid' })

/** As {@link asRouter}, behind a load balancer. */
export const asBalanced = (chunk: Buffer): Buffer =>
  changedHello(chunk, { msg: 'isdbgrid', serviceId: SERVICE_ID })

const SERVICE_ID = new BSON.ObjectId()

/** A reply of the server is one chunk, because it is small. */
function changedHello(chunk: Buffer, fields: Readonly<Record<string, unknown>>): Buffer {
  const at = DOCUMENT_AT[chunk.readInt32LE(12)]
  if (at === undefined || chunk.length !== chunk.readInt32LE(0)) return chunk
  const document = BSON.deserialize(chunk.subarray(at), { promoteValues: false })
  if (!('maxWireVersion' in document)) return chunk
  const { setName: _setName, hosts: _hosts, ...rest } = document
  const changed = Buffer.concat([chunk.subarray(0, at), BSON.serialize({ ...rest, ...fields })])
  changed.writeInt32LE(changed.length, 0)
  return changed
}
