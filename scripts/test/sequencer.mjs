import Sequencer from '@jest/test-sequencer'

/** They wait more than they compute, so they begin while the checks have the processors, and are not left for the end. */
const FIRST = ['/scripts/faults/', '/contract-tests/fuzz/fuzz.']

export default class extends Sequencer {
  sort(tests) {
    const isFirst = ({ path }) => FIRST.some((part) => path.includes(part))
    const sorted = super.sort(tests)
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))]
  }
}
