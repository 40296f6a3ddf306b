import { connect } from 'node:net'

/**
 * Sends bytes that no HTTP client would send.
 * @param afterFirstResponse sent once something has been received
 * @returns everything that was received until the server closed the connection
 */
export function sendBytes(url: string, bytes: string, afterFirstResponse?: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    if (afterFirstResponse !== undefined) socket.once('data', () => socket.write(afterFirstResponse))
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })
}

/** Parses an HTTP response; header names become lower case. */
export function parseResponse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/:(.*)/, 2) as [string, string]))
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body }
}

/** A request that never ends. */
export const HALF_A_REQUEST = 'GET / HTTP/1.1\r\nHost: '
/** A request with more headers than the server accepts. */
export const LARGE_HEADERS = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(17 * 1024)}\r\n\r\n`
