import type { Equivalent } from '../equivalent.ts'
import type { Family } from '../mutant.ts'
import { Results } from './results.ts'

const mutant = (id: string, family: Family = 'limit') => ({ id, family })
const equivalent: Equivalent[] = [{ id: '*.format int64:drop', reason: 'nobody reads it' }]
const by = (catcher: 'pact' | 'fuzz') => [{ by: catcher, fault: 'it said so' }] as const

describe('the result of a run', () => {
  it('is good when all is caught or rightly called equivalent', () => {
    const mutants = [mutant('User.id:drop', 'field'), mutant('User.id.format int64:drop')]
    const results = new Results(mutants, equivalent)
    results.caught(mutants[0]!, by('pact'))
    expect(results.faults()).toEqual([])
    expect(results.matrix).toMatchObject({ mutants: 2, survived: 0, equivalent: 1 })
  })

  it('names what survived', () => {
    const results = new Results([mutant('User.email:optional', 'field')], equivalent)
    expect(results.faults()).toEqual(['survived: User.email:optional (field)'])
  })

  it('names what is called equivalent and was caught', () => {
    const results = new Results([mutant('User.id.format int64:drop')], equivalent)
    results.caught(mutant('User.id.format int64:drop'), by('fuzz'))
    expect(results.faults()).toEqual([
      'called equivalent (*.format int64:drop), and caught: User.id.format int64:drop',
    ])
  })

  it('counts, for each family, what each way noticed', () => {
    const mutants = [mutant('a'), mutant('b'), mutant('c', 'field')]
    const results = new Results(mutants, [])
    results.caught(mutants[0]!, by('pact'))
    results.caught(mutants[0]!, by('fuzz'))
    results.caught(mutants[1]!, by('fuzz'))
    expect(results.matrix.families.limit).toEqual({
      mutants: 2,
      equivalent: 0,
      noticed: { pact: 1, examples: 0, answers: 0, fuzz: 2, 'service tests': 0 },
    })
    expect(results.left(mutants)).toEqual([mutants[2]])
  })
})
