import { types } from 'node:util'
import { mongo, type Schema } from 'mongoose'
import { Unavailable, OutcomeUnknown } from '../errors.ts'

/**
 * A plugin for every schema of a connection. Errors that mean that the server is unavailable, failing over or
 * too slow become a {@link Unavailable}, so only stores know MongoDB. For a write they become an
 * {@link OutcomeUnknown}: the driver retries once and reports the second failure, so no error proves that the
 * first try was not done. Costs nothing while operations succeed.
 */
export function translateErrors(schema: Schema): void {
  const explainRead = (error: Error): never => {
    throw isUnavailable(error) ? new Unavailable('mongodb', error) : error
  }
  const explainWrite = (error: Error): never => {
    throw isUnavailable(error) ? new OutcomeUnknown('mongodb', error) : error
  }
  // By name: a regular expression would leave out aggregate, insertMany and bulkWrite.
  schema.post(['find', 'findOne', 'countDocuments', 'distinct'], { errorHandler: true }, explainRead)
  schema.post('aggregate', { errorHandler: true }, explainRead)
  schema.post(
    ['updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'],
    { errorHandler: true },
    explainWrite,
  )
  schema.post(['deleteOne', 'deleteMany'], { errorHandler: true }, explainWrite)
  schema.post('insertMany', { errorHandler: true }, explainWrite)
  schema.post('bulkWrite', { errorHandler: true }, explainWrite)
}

/** Errors of the driver and of mongoose, by name: not all of their classes are exported. */
const UNAVAILABLE_NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoWriteConcernError',
  'MongoUnexpectedServerResponseError', // the connection ended before its reply
  'MongooseServerSelectionError',
])

/** Codes of a server that steps down, shuts down, is not primary, or can't reach its majority in time. */
const UNAVAILABLE_CODES = new Set<unknown>([
  ...[6, 7, 89, 9001], // HostUnreachable, HostNotFound, NetworkTimeout, SocketException
  ...[50, 202, 262], // MaxTimeMSExpired, NetworkInterfaceExceededTimeLimit, ExceededTimeLimit
  ...[91, 11600, 11602], // ShutdownInProgress, InterruptedAtShutdown, InterruptedDueToReplStateChange
  ...[189, 10058, 10107, 13435, 13436], // PrimarySteppedDown, LegacyNotPrimary, NotWritablePrimary, NotPrimary…
  ...[64, 100, 134], // WriteConcernTimeout, UnsatisfiableWriteConcern, ReadConcernMajorityNotAvailableYet
])

const UNAVAILABLE_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError']

/** The driver passes these through when a pooled socket closes while it is written to. */
const SOCKET_CLOSED_CODES = new Set<unknown>([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** mongoose's messages for a connection that is not open. */
const NOT_CONNECTED = /before initial connection|bufferCommands = false|was force closed/

/** Whether an operation failed because the server is unavailable, not because the operation is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false
  const { code } = error as { code?: unknown }
  return (
    UNAVAILABLE_NAMES.has(error.name) ||
    UNAVAILABLE_CODES.has(code) ||
    SOCKET_CLOSED_CODES.has(code) ||
    NOT_CONNECTED.test(error.message) ||
    (error instanceof mongo.MongoError && UNAVAILABLE_LABELS.some((label) => error.hasErrorLabel(label))) ||
    (error instanceof mongo.MongoBulkWriteError && isBulkUnavailable(error))
  )
}

/**
 * A bulk wraps the error of its command. One of its writes may have failed this way, or all may be written
 * but not on a majority.
 */
const isBulkUnavailable = ({ errorResponse, writeErrors, result }: mongo.MongoBulkWriteError): boolean =>
  isUnavailable(errorResponse) ||
  [writeErrors].flat().some(({ code }) => UNAVAILABLE_CODES.has(code)) ||
  result.getWriteConcernError() !== undefined
