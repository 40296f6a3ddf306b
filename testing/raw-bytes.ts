import { connect } from 'node:net'

/**
 * Sends bytes that no HTTP client would send, `more` of them once something has come back, and resolves with all that
 * came back by the time the server has closed the connection.
 */
export function rawBytes(url: string, bytes: string, more?: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => (received += text))
    if (more !== undefined) socket.once('data', () => socket.write(more))
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })
}

/** Takes one answer apart as it stood on the wire; names of headers in lower case. */
export function wireAnswer(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/:(.*)/, 2) as [string, string]))
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body }
}

/** A request of which the last bytes never come. */
export const HALF_A_REQUEST = 'GET / HTTP/1.1\r\nHost: '
/** A request with more headers than any may have. */
export const LARGE_HEADERS = `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(17 * 1024)}\r\n\r\n`
