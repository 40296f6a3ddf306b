import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { declared, faultsOfList, linesOf, shrunk } from './answers.ts'

const all = ['getUser 200', 'getUser 404', 'getUser 500']
const seen = new Set(['getUser 200', 'getUser 404'])

describe('the list of answers that no test meets', () => {
  it('holds those and no others', () => {
    expect(faultsOfList(['getUser 500'], { all, seen })).toEqual([])
  })

  it.each<[string, string[], string]>([
    ['an answer that no test meets is not on it', [], 'getUser 500: declared, and no test meets it'],
    [
      'one that is on it is met',
      ['getUser 500', 'getUser 404'],
      'getUser 404: is met by a test now, and its line may go',
    ],
    [
      'one that is on it is not declared',
      ['getUser 500', 'getUser 418'],
      'getUser 418: is not declared, and its line may go',
    ],
  ])('is wrong when %s', (_, list, fault) => {
    expect(faultsOfList(list, { all, seen })).toEqual([fault])
  })

  it('is no place for an answer that is met and not declared', () => {
    const more = new Set([...seen, 'getUser 409', 'none 404'])
    expect(faultsOfList(['getUser 500'], { all, seen: more })).toEqual([
      'getUser 409: is met by a test, and not declared',
    ])
  })

  it('is shortened and never made longer', () => {
    const text = '# why\ngetUser 404  # hard\ngetUser 418\n'
    expect(shrunk(text, { all, seen })).toBe('# why\n')
    expect(linesOf(shrunk('getUser 500 # rare\n', { all, seen }))).toEqual(['getUser 500'])
  })

  it('leaves out what is declared for any other status', () => {
    const answers = declared(contract as unknown as OpenApiDocument)
    expect(answers).toContain('createUser 201')
    expect(answers.filter((answer) => answer.endsWith('default'))).toEqual([])
  })
})
