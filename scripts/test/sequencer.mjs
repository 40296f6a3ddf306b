import Sequencer from '@jest/test-sequencer'

/** It waits more than it computes, so it begins while the checks have the processors, and is not left for the end. */
const FIRST = '/contract-tests/fuzz/fuzz.'

export default class extends Sequencer {
  sort(tests) {
    const isFirst = ({ path }) => path.includes(FIRST)
    const sorted = super.sort(tests)
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))]
  }
}
