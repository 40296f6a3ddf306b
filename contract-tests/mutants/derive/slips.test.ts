import { inField, slipped } from './slips.ts'

const pet = { id: 7, name: 'Tom', born: '2024-01-15T14:58:41Z', tame: true, owner: null, tags: ['grey'] }

describe('a field', () => {
  it.each([
    ['drop', { id: 7 }],
    ['rename', { id: 7, nameRenamed: 'Tom' }],
    ['retype', { id: 7, name: true }],
    ['change', { id: 7, name: 'Tom0' }],
  ] as const)('goes wrong by %s', (how, wrong) => {
    expect(inField({ id: 7, name: 'Tom' }, ['name'], how)).toEqual(wrong)
  })

  it.each([
    ['id', 8],
    ['born', '2001-01-15T14:58:41Z'],
    ['tame', false],
    ['owner', 1],
    ['tags', ['grey', 'grey']],
  ])('%s changes to another value of its type', (name, value) => {
    expect(inField(pet, [name], 'change')).toEqual({ ...pet, [name]: value })
  })

  it('goes wrong in every item of a list, and nowhere when no item has it', () => {
    const list = [{ user: { id: 1 } }, { detail: 'none' }]
    expect(inField(list, ['[]', 'user', 'id'], 'drop')).toEqual([{ user: {} }, { detail: 'none' }])
    expect(inField(list, ['[]', 'user', 'name'], 'drop')).toBe(list)
  })
})

describe('an answer', () => {
  const answer = { status: 201, headers: { location: '/pets/7/' }, body: pet }

  it('goes wrong in its status, in a header, in its body', () => {
    expect(slipped(answer, { kind: 'status', to: 200 })).toEqual({ ...answer, status: 200 })
    expect(slipped(answer, { kind: 'header', name: 'location', how: 'drop' })).toEqual({
      ...answer,
      headers: {},
    })
    expect(slipped(answer, { kind: 'body' })).toEqual({ status: 201, headers: answer.headers })
  })

  it('is the very same one where there is nothing to get wrong', () => {
    expect(slipped(answer, { kind: 'header', name: 'link', how: 'drop' })).toBe(answer)
    expect(slipped(answer, { kind: 'field', path: ['colour'], how: 'drop' })).toBe(answer)
  })
})
