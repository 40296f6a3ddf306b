import { tcpProxy } from '../../services/shared/tests/kit/tcp-proxy.ts'
import { eventually } from '../../services/shared/tests/kit/eventually.ts'

/** A database behind a line that can be cut. */
export async function linedDatabase(mongodbUrl: string) {
  const line = await tcpProxy(mongodbUrl)
  const url = new URL(line.url)
  // The server calls itself by an address of its own, which would lead around the line.
  url.searchParams.set('directConnection', 'true')
  return { ...line, url: url.href }
}

/** A cut is done when the service has noticed it, and mended when the service is ready again. */
export function noticed(line: { cut(): void; heal(): void }, adminUrl: () => string) {
  return {
    async cut(): Promise<void> {
      line.cut()
      await becomes(adminUrl(), 503)
    },
    async heal(): Promise<void> {
      line.heal()
      await becomes(adminUrl(), 200)
    },
  }
}

/** Waits until a service says by its admin port that it is ready (200), or that it is not (503). */
export async function becomes(adminUrl: string, status: 200 | 503): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${adminUrl}/readyz`)
    if (answer.status !== status) throw new Error(`/readyz answers ${answer.status}: ${await answer.text()}`)
  }, 20_000)
}
