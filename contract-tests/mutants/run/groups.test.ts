import type { ContractMutant } from '../mutant.ts'
import { groups } from './groups.ts'

const aMutant = (id: string, concerns: string[], path: string[] = [id]): ContractMutant => ({
  id,
  family: 'limit',
  concerns,
  edits: [{ path }],
})
const together = (...mutants: ContractMutant[]) =>
  groups(mutants, (operation) => operation === 'verifyCredential').map((group) => group.map(({ id }) => id))

describe('mutants in one system', () => {
  it('are those that no operation sees two of', () => {
    const [a, b, c] = [
      aMutant('a', ['getUser']),
      aMutant('b', ['listUsers']),
      aMutant('c', ['getUser', 'listUsers']),
    ]
    expect(together(a, b, c)).toEqual([['a', 'b'], ['c']])
  })

  it('are never those that reach every operation, or none', () => {
    expect(together(aMutant('a', ['getUser']), aMutant('b', ['verifyCredential']), aMutant('c', []))).toEqual(
      [['a'], ['b'], ['c']],
    )
  })

  it('are never those that no service starts with', () => {
    const another = aMutant('b', ['listUsers'], ['paths', 'x-audience'])
    expect(together(aMutant('a', ['getUser']), another)).toEqual([['a'], ['b']])
  })

  it('are values of one list, the last one first, but never all of them', () => {
    const value = (i: number) => aMutant(`value ${i}`, ['createUser'], ['Country', 'enum', String(i)])
    expect(together(value(0), value(1), value(2))).toEqual([['value 0'], ['value 2', 'value 1']])
  })
})
