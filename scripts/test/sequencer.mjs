import Sequencer from '@jest/test-sequencer'

/**
 * They take so long that they start first, and share no context with other files (`groups.ts`). That of costs
 * collects all garbage again and again, which costs twice as much beside what other files have loaded.
 */
const FIRST = ['/contract-tests/providers/', '/adversaries/crash/', '/adversaries/cost/']
/** Files that change the contract before it is compiled. */
const CHANGING = ['/deprecation.']
export const ALONE = [...FIRST, ...CHANGING]

/** A group takes longer than most files, and is smaller. Jest orders new files by size. */
const GROUPS = '/.local/test/groups/'

export default class extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests)
    const first = sorted.filter(({ path }) => FIRST.some((part) => path.includes(part)))
    // Their names begin with their numbers.
    const groups = sorted
      .filter(({ path }) => path.includes(GROUPS))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
    return [...new Set([...first, ...groups, ...sorted])]
  }
}
