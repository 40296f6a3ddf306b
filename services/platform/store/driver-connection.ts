import { AsyncLocalStorage } from 'node:async_hooks'
import { Connection } from 'mongodb/lib/cmap/connection.js'

interface Operation {
  /** The connection of its last command. */
  connection?: Connection
}

const operations = new AsyncLocalStorage<Operation>()
let isPrepared = false

/** Runs an operation of the driver whose connection can be given up with `giveUp`. */
export function onOneConnection<T>(work: (giveUp: (reason: Error) => void) => T): T {
  const operation: Operation = {}
  return operations.run(operation, () => work((reason) => operation.connection?.onError(reason)))
}

/**
 * Changes the connections of the driver for {@link onOneConnection} and {@link endWritesWhenClosed}. Safe to
 * repeat.
 */
export function prepareDriverConnections(): void {
  if (isPrepared) return
  isPrepared = true
  const { command } = Connection.prototype
  Connection.prototype.command = function (...args) {
    const operation = operations.getStore()
    // Not the handshake of a connection that the pool opens meanwhile.
    if (operation && this.established) operation.connection = this
    return command.apply(this, args)
  }
  endWritesWhenClosed()
}

/**
 * Rejects a write that waits for the socket when its connection is closed. The driver (mongodb 7.8 and 7.9)
 * waits for `drain` without an end after it has written to a socket that node has destroyed and whose `close`
 * event is still to come; none of its timeouts ends that, and the connection keeps its place in the pool.
 * Remove this when mongoose brings a driver with which `driver-connection.test.ts` passes without it.
 */
function endWritesWhenClosed(): void {
  const { cleanup } = Connection.prototype
  Connection.prototype.cleanup = function (error) {
    if (this.closed) return
    cleanup.call(this, error)
    // A command may be about to write.
    this.socket.write = () => {
      throw error
    }
    // What waits for `drain` listens to this as well.
    this.socket.emit('error', error)
  }
}
