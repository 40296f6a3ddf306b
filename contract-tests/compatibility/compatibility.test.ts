import { toolForTests } from '../../scripts/support/go-tools.ts'
import { breakingChanges } from './breaking.ts'
import { lastReleased, present, type Contract } from './released.ts'

const released = lastReleased()
const oasdiff = toolForTests('oasdiff')
const tool = 'path' in oasdiff ? oasdiff.path : ''
const withTool = 'path' in oasdiff ? describe : describe.skip

/** A change of the released operations, or of one released message. */
type Change = (contract: any, message: any) => void
function changed(change: Change): Contract {
  const copy = structuredClone(released)
  change(copy.openapi, copy.events['user.changed.v1'])
  return copy
}

withTool(`the last release${'missing' in oasdiff ? ` (left out: ${oasdiff.missing})` : ''}`, () => {
  it('is kept by the present contract and messages', () => {
    expect(breakingChanges(tool, released, present())).toEqual([])
  })

  it.each<[string, Change, RegExp]>([
    ['an operation goes', ({ paths }) => delete paths['/users/'].get, /GET \/users\/ .*removed/],
    [
      'a field of a response changes its type',
      ({ components }) => (components.schemas.Registration.properties.userId.type = 'string'),
      /`userId` response's property `type` changed from `number` to `string`/,
    ],
    [
      'a message requires what old ones lack',
      (_, message) => ((message.properties.city = { type: 'string' }), message.required.push('city')),
      /new required request property `city`/,
    ],
    [
      'a message may lack what old consumers read',
      (_, message) => message.required.pop(),
      /`deleted` became optional/,
    ],
  ])('is broken when %s', (_, change, fault) => {
    expect(breakingChanges(tool, released, changed(change)).join('\n')).toMatch(fault)
  })

  it.each<[string, Change]>([
    ['has no operations', (contract) => (contract.paths = {})],
    ['has references that lead nowhere', ({ components }) => delete components.schemas.User],
  ])('cannot be compared with a contract that %s', (_, change) => {
    expect(() => breakingChanges(tool, changed(change), released)).toThrow()
    expect(() => breakingChanges(tool, released, changed(change))).toThrow()
  })
})
