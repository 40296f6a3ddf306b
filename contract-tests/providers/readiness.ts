import { eventually } from '../../services/shared/tests/kit/eventually.ts'

/** Waits until a service says by its admin port that it is ready (200), or that it is not (503). */
export async function becomes(adminUrl: string, status: 200 | 503): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${adminUrl}/readyz`)
    if (answer.status !== status) throw new Error(`/readyz answers ${answer.status}: ${await answer.text()}`)
  }, 20_000)
}
