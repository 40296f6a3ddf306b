import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../local/support/files.ts'
import type { StepName } from '../../../services/platform/observability/model-steps.ts'
import { countBranches } from '../traces/branches.ts'
import type { RecordedStep } from '../traces/collect.ts'
import { readTable } from '../traces/table.ts'
import { findForbidden } from '../traces/walk.ts'

const QUEUE = 'notification.registration-created'
const [RELAY, SENDER, OTHER_SENDER] = ['claim of a relay', 'claim of a sender', 'claim of another sender']

type Taken = Partial<RecordedStep> & { readonly step: StepName }

/** Steps of one event, in the order of time. */
const traceOf = (...taken: Taken[]): RecordedStep[] =>
  taken.map((step, i) => ({ service: 'a service', pid: 1, microseconds: i, event: 'an event', ...step }))

const relay = (...names: readonly StepName[]) => names.map((step) => ({ step, claim: RELAY }))
const consumer = (...names: readonly StepName[]) => names.map((step) => ({ step, queue: QUEUE }))
const sender = (attempt: number, claim: string, ...names: readonly StepName[]) =>
  names.map((step) => ({ step, claim, delivery: 5, attempt: step === 'claim' ? attempt - 1 : attempt }))

/** The steps that are forbidden in a trace. */
const forbiddenIn = (...taken: Taken[]) => findForbidden(traceOf(...taken)).map(({ why }) => why)

it('allows the path of an event without a fault', () => {
  expect(
    forbiddenIn(
      ...relay('claimEvents', 'publish', 'confirm', 'markPublished'),
      ...consumer('take', 'store', 'acknowledge'),
      ...sender(1, SENDER, 'claim', 'begin', 'accept', 'recordSent'),
    ),
  ).toEqual([])
})

it('allows what faults lead to', () => {
  expect(
    forbiddenIn(
      ...relay('claimEvents', 'publish', 'loseConfirm', 'releaseEvents'),
      ...relay('claimEvents', 'publish', 'confirm', 'pull', 'releaseEvents'),
      ...consumer('take', 'forward', 'acknowledge', 'take', 'take', 'store', 'findStored', 'acknowledge'),
      ...sender(1, SENDER, 'claim', 'begin'),
      ...sender(1, OTHER_SENDER, 'steal'),
      ...sender(2, OTHER_SENDER, 'begin', 'accept', 'recordSent'),
      ...sender(1, SENDER, 'loseReply', 'recordLate'),
    ),
  ).toEqual([])
})

describe('a trace is forbidden', () => {
  it('when an event is marked as published before the broker has confirmed it', () => {
    expect(forbiddenIn(...relay('claimEvents', 'publish', 'markPublished'))).toEqual([
      'markPublished: the process was waiting, not confirmed',
    ])
  })

  it('when an event is marked as published although its confirm was lost', () => {
    expect(forbiddenIn(...relay('claimEvents', 'publish', 'loseConfirm', 'pull'))).toHaveLength(1)
  })

  it('when a message is acknowledged before its delivery is stored', () => {
    expect(forbiddenIn(...consumer('take', 'acknowledge', 'store'))).toHaveLength(1)
  })

  it('when two deliveries are stored for one event', () => {
    expect(forbiddenIn(...consumer('take', 'store', 'acknowledge', 'take', 'store', 'acknowledge'))).toEqual([
      'store: it happened before',
    ])
  })

  it('when a process begins an attempt without a claim', () => {
    expect(forbiddenIn(...sender(1, SENDER, 'begin', 'accept'))).toHaveLength(2)
  })

  it('when two processes begin the same attempt, whose claims are both recorded', () => {
    expect(
      forbiddenIn(
        ...sender(1, SENDER, 'claim'),
        ...sender(1, OTHER_SENDER, 'claim', 'begin'),
        ...sender(1, SENDER, 'begin'),
      ),
    ).toEqual(['begin: it happened before'])
  })

  it('when an e-mail is recorded as sent that no mail server has accepted', () => {
    expect(forbiddenIn(...sender(1, SENDER, 'claim', 'begin', 'recordSent'))).toHaveLength(1)
  })

  it.each([
    ['before', sender(1, OTHER_SENDER, 'steal'), sender(1, SENDER, 'delay', 'recordFailure')],
    ['after', sender(1, SENDER, 'delay', 'recordFailure'), sender(1, OTHER_SENDER, 'steal')],
  ])('when a failure is recorded of an attempt that was taken over, recorded %s', (_, first, second) => {
    expect(forbiddenIn(...sender(1, SENDER, 'claim', 'begin'), ...first, ...second)).toEqual([
      'recordFailure: another process had taken the attempt over',
    ])
  })
})

it('prints the whole trace, with a cross before the forbidden step', () => {
  const [found] = findForbidden(traceOf(...consumer('take', 'acknowledge')))
  expect(found?.trace).toEqual([
    '        0.0 ms a service 1: take (notification.registration-created)',
    '✗       0.0 ms a service 1: acknowledge (notification.registration-created)',
  ])
})

it('walks the traces of the queue of the model only', () => {
  const queue = 'notification.webhook-registrations'
  expect(forbiddenIn({ step: 'take', queue }, { step: 'acknowledge', queue })).toEqual([])
})

it('knows each step of the table that is recorded', () => {
  const source = readFileSync(join(ROOT, 'services/platform/observability/model-steps.ts'), 'utf8')
  const [, union = ''] = /type DeliveryStep =([^\n]*\n(?: {2}\| .*\n)+)/.exec(source) ?? []
  const names = [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name)
  const { rows } = readTable()
  expect(new Set(names)).toEqual(
    new Set([...rows].filter(([, { isRecorded }]) => isRecorded).map(([name]) => name)),
  )
})

it('counts how often a branch was reached, over several campaigns', () => {
  const recorded = traceOf(
    ...relay('publish', 'publish'),
    ...sender(1, SENDER, 'claim', 'renew').map((step, i) => ({ ...step, microseconds: i * 16_000_000 })),
  )
  const reached = countBranches(recorded, countBranches(recorded))
  expect([...reached].filter(([, times]) => times > 0)).toEqual([
    ['a lease is renewed late', 2],
    ['an event is published twice', 2],
  ])
})
