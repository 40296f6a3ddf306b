import Sequencer from '@jest/test-sequencer'

/** Small files that take long. Jest orders new files by size, and would run these last. */
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
