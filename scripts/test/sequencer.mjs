import Sequencer from '@jest/test-sequencer'

/** They take long for small files, so jest, which goes by size until it knows better, would leave them for the end. */
const FIRST = [
  '/contract-tests/fuzz/fuzz.',
  '/contract-tests/providers/',
  'two-processes.',
  'restore.',
  'documents.',
]

export default class extends Sequencer {
  sort(tests) {
    const isFirst = ({ path }) => FIRST.some((part) => path.includes(part))
    const sorted = super.sort(tests)
    return [...sorted.filter(isFirst), ...sorted.filter((test) => !isFirst(test))]
  }
}
