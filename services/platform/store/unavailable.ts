import { types } from 'node:util'
import { mongo, type Schema } from 'mongoose'
import { Unavailable, OutcomeUnknown } from '../errors.ts'

/**
 * A plugin for every schema of a connection. When the server is unavailable, failing over or too slow, reads
 * throw {@link Unavailable} and writes throw {@link OutcomeUnknown}: the driver retries a write once and
 * reports the second failure, so no error proves that the first attempt was not done.
 */
export function translateErrors(schema: Schema): void {
  const translateRead = (error: Error): never => {
    throw isUnavailable(error) ? new Unavailable('mongodb', error) : error
  }
  const translateWrite = (error: Error): never => {
    throw isUnavailable(error) ? new OutcomeUnknown('mongodb', error) : error
  }
  // By name: a regular expression does not match aggregate, insertMany and bulkWrite.
  schema.post(['find', 'findOne', 'countDocuments', 'distinct'], { errorHandler: true }, translateRead)
  schema.post('aggregate', { errorHandler: true }, translateRead)
  schema.post(
    ['updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'],
    { errorHandler: true },
    translateWrite,
  )
  schema.post(['deleteOne', 'deleteMany'], { errorHandler: true }, translateWrite)
  schema.post('insertMany', { errorHandler: true }, translateWrite)
  schema.post('bulkWrite', { errorHandler: true }, translateWrite)
}

/** Errors of the driver and of mongoose, by name: not all of their classes are exported. */
const UNAVAILABLE_NAMES = new Set([
  'DeadlineExceeded',
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

/**
 * Codes of a server that steps down, shuts down, is not primary, is too slow, is full or blocked, or does not
 * let the service in. An operator can repair all of these, so the caller is told to retry.
 */
const UNAVAILABLE_CODES = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  13, // Unauthorized
  18, // AuthenticationFailed
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  371, // UserWritesBlocked
  8000, // AtlasError
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
  50463173, // DocumentDB: its PostgreSQL is starting
])

const UNAVAILABLE_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError']

/** The driver passes these on when a pooled socket closes during a write. */
const SOCKET_CLOSED_CODES = new Set<unknown>([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** The text of DocumentDB without its PostgreSQL; its code is that of any internal error. */
const NO_BACKEND = /^error connecting to server/i

/** mongoose's messages for a connection that is not open. */
const NOT_CONNECTED = /before initial connection|bufferCommands = false|was force closed/

const AUTHENTICATION_FAILED = 18

/** Whether the server has rejected the user name or the password. */
export const isRejectedLogin = (error: unknown): error is Error =>
  types.isNativeError(error) && (error as { code?: unknown }).code === AUTHENTICATION_FAILED

/** Whether an operation failed because the server is unavailable, not because the operation is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false
  const { code } = error as { code?: unknown }
  return (
    UNAVAILABLE_NAMES.has(error.name) ||
    UNAVAILABLE_CODES.has(code) ||
    SOCKET_CLOSED_CODES.has(code) ||
    NOT_CONNECTED.test(error.message) ||
    NO_BACKEND.test(error.message) ||
    (error instanceof mongo.MongoError && UNAVAILABLE_LABELS.some((label) => error.hasErrorLabel(label))) ||
    (error instanceof mongo.MongoBulkWriteError && isBulkUnavailable(error))
  )
}

/**
 * The error of a bulk contains the error of its command, or the errors of its writes, or a write concern
 * error when the writes are not on a majority.
 */
const isBulkUnavailable = ({ errorResponse, writeErrors, result }: mongo.MongoBulkWriteError): boolean =>
  isUnavailable(errorResponse) ||
  [writeErrors]
    .flat()
    .some(({ code, errmsg = '' }) => UNAVAILABLE_CODES.has(code) || NO_BACKEND.test(errmsg)) ||
  result.getWriteConcernError() !== undefined
