import { toolForTests } from '../../local/support/tools.ts'
import { unlessMissing } from '../../testing/left-out.ts'
import { breakingChanges } from './breaking.ts'
import { lastReleased, present, type Contract } from './released.ts'

const oasdiff = toolForTests('oasdiff')
const tool = 'path' in oasdiff ? oasdiff.path : ''

const MESSAGE = {
  type: 'object',
  required: ['userId', 'deleted'],
  properties: { userId: { type: 'integer' }, deleted: { type: 'boolean' } },
}
const USER = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const USERS = {
  openapi: '3.0.3',
  info: { title: 'Users', version: '1.0.0' },
  paths: {
    '/users/': {
      get: {
        responses: {
          200: {
            description: 'The users.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
          },
        },
      },
    },
  },
  components: { schemas: { User: USER } },
}
const RELEASED = { openapi: USERS, events: { 'user.changed.v1': MESSAGE } }

type Change = (contract: any, message: any) => void
function changed(change: Change): Contract {
  const copy = structuredClone(RELEASED)
  change(copy.openapi, copy.events['user.changed.v1'])
  return copy
}

unlessMissing('missing' in oasdiff ? oasdiff.missing : undefined, describe)('a released contract', () => {
  it('is kept by the current operations and messages', () => {
    // Before the first release the present contract has to be comparable, at least.
    const released = lastReleased() ?? present()
    expect(breakingChanges(tool, released, present())).toEqual([])
  })

  it.each<[string, Change]>([
    ['there is one more operation', ({ paths }) => (paths['/groups/'] = paths['/users/'])],
    ['a message has one more field', (_, { properties }) => (properties.city = { type: 'string' })],
  ])('is kept when %s', (_, change) => {
    expect(breakingChanges(tool, RELEASED, changed(change))).toEqual([])
  })

  it.each<[string, Change, RegExp]>([
    ['an operation is removed', ({ paths }) => delete paths['/users/'].get, /GET \/users\/ .*removed/],
    [
      'a field of a response changes its type',
      ({ components }) => (components.schemas.User.properties.id.type = 'string'),
      /`id` response's property `type` changed from `integer` to `string`/,
    ],
    [
      'a message requires a field that old ones lack',
      (_, message) => ((message.properties.city = { type: 'string' }), message.required.push('city')),
      /new required request property `city`/,
    ],
    [
      'a message may lack a field that old consumers read',
      (_, message) => message.required.pop(),
      /`deleted` became optional/,
    ],
  ])('is broken when %s', (_, change, fault) => {
    expect(breakingChanges(tool, RELEASED, changed(change)).join('\n')).toMatch(fault)
  })

  it.each<[string, Change]>([
    ['has no operations', (contract) => (contract.paths = {})],
    ['has a reference to nothing', ({ components }) => delete components.schemas.User],
  ])('cannot be compared with a contract that %s', (_, change) => {
    expect(() => breakingChanges(tool, changed(change), RELEASED)).toThrow()
    expect(() => breakingChanges(tool, RELEASED, changed(change))).toThrow()
  })
})
