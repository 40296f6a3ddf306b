import Sequencer from '@jest/test-sequencer'

/** Small files that take long. Jest orders new files by size, and would run these last. */
const FIRST = [
  '/contract-tests/fuzz/fuzz.',
  '/contract-tests/providers/',
  '/adversaries/crash/',
  '/two-processes.',
  '/restore.',
  '/documents.',
]
/**
 * Files that wait for timeouts most of their time. Jest runs files that take as long side by side; while all
 * of these wait, the processors have nothing to do.
 */
const WAITING = [
  ...['/hung-', '/webhook-health.', '/broker-hosts.', '/redis-hosts.', '/watchdog.', '/attempts.'],
  ...['/consumer.', '/store.', '/ready-degraded-not-ready.', '/mongodb-check.'],
]
/** Files that are long enough to run alone. */
const LONG = [
  ...['/erasure.', '/import-history.', '/sync.', '/sync-rosters.', '/waiting.', '/model.', '/webhooks.'],
]
/** Files that change the contract before it is compiled. */
const CHANGING = ['/deprecation.']
/** What shares no context with other files (`groups.ts`). */
export const ALONE = [...FIRST, ...WAITING, ...LONG, ...CHANGING]

/** They take longer than most files, and are the smallest (`groups.ts`). */
const GROUPS = ['/.local/test/groups/']

/** The last of those that wait starts when this part of the files has run, not at the end. */
const SPREAD_OVER = 0.7

export default class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    const oneOf = (parts) => sorted.filter(({ path }) => parts.some((part) => path.includes(part)))
    const [first, waiting, groups] = [oneOf(FIRST), oneOf(WAITING), oneOf(GROUPS)]
    const single = sorted.filter((test) => ![first, waiting, groups].some((some) => some.includes(test)))
    const others = [...groups, ...single]
    const distance = Math.floor((sorted.length * SPREAD_OVER) / waiting.length)
    for (const [i, test] of waiting.entries()) others.splice(i * distance, 0, test)
    return [...first, ...others]
  }
}
