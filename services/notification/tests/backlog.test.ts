import { createMetrics } from '../../shared/metrics.ts'
import { recordedLog } from '../../../testing/recorded-log.ts'
import { Backlog } from '../src/backlog.ts'
import { createMailMetrics } from '../src/metrics.ts'

it('shows how many dead letters and e-mails wait, and their last counts while the database is away', async () => {
  const metrics = createMailMetrics(createMetrics('notification').registry)
  let letters = () => Promise.resolve(2)
  const backlog = new Backlog({
    deliveries: { count: ({ status }) => Promise.resolve(status === 'queued' ? 3 : 9) },
    deadLetters: { countOpen: () => letters() },
    metrics,
    logger: recordedLog().logger,
  })
  const shown = async () =>
    [(await metrics.openDeadLetters.get()).values, (await metrics.queuedMails.get()).values].map(
      ([only]) => only?.value,
    )
  await backlog.measure()
  expect(await shown()).toEqual([2, 3])
  letters = () => Promise.reject(new Error('away'))
  await backlog.measure()
  expect(await shown()).toEqual([2, 3])
})
