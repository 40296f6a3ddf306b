declare module 'mongodb/lib/cmap/connection.js' {
  import type { Socket } from 'node:net'

  /** The parts of the driver's class that `driver-connection.ts` uses. The driver does not export it. */
  export class Connection {
    readonly closed: boolean
    /** Whether the handshake is done. */
    readonly established: boolean
    readonly socket: Socket
    onError(error: Error): void
    command: (this: Connection, ...args: unknown[]) => Promise<unknown>
    cleanup: (this: Connection, error: Error) => void
  }
}
