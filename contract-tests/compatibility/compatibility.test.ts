import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolForTests } from '../../scripts/support/go-tools.ts'
import { incompatibilities, type JsonSchema } from './messages.ts'
import { breakingChanges } from './operations.ts'
import { lastReleased, present } from './released.ts'

const released = lastReleased()
const oasdiff = toolForTests('oasdiff')
const tool = 'path' in oasdiff ? oasdiff.path : ''
const withTool = 'path' in oasdiff ? describe : describe.skip

withTool(`operations${'missing' in oasdiff ? ` (left out: ${oasdiff.missing})` : ''}`, () => {
  let folder: string
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'rollcall-breaking-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The released contract with a change. */
  function changed(change: (document: any) => void): string {
    const document = JSON.parse(readFileSync(released.openapi, 'utf8'))
    change(document)
    return file(JSON.stringify(document))
  }
  function file(text: string): string {
    const path = join(folder, 'openapi.json')
    writeFileSync(path, text)
    return path
  }

  it('break no client of the last release', () => {
    expect(breakingChanges(tool, released.openapi, present().openapi)).toEqual([])
  })

  it.each<[string, (document: any) => void, RegExp]>([
    ['an operation goes', ({ paths }) => delete paths['/users/'].get, /GET \/users\/ .*removed/],
    [
      'a field of an answer goes',
      ({ components }) => {
        delete components.schemas.Registration.properties.score
        components.schemas.Registration.required.pop()
      },
      /removed the required property `score`/,
    ],
    [
      'a field of an answer changes its type',
      ({ components }) => (components.schemas.Registration.properties.userId.type = 'string'),
      /`userId` response's property `type` changed from `number` to `string`/,
    ],
    [
      'a field of a body becomes required',
      ({ components }) => components.schemas.UserCreate.required.push('zip'),
      /zip.* required/,
    ],
    [
      'an answer has a value that nobody knows',
      ({ components }) => components.schemas.RegistrationStatus.enum.push('Lost'),
      /added the new `Lost` enum value/,
    ],
    [
      'a success gets another status',
      ({ paths }) => {
        const { responses } = paths['/users/'].post
        responses['202'] = responses['201']
        delete responses['201']
      },
      /201/,
    ],
  ])('are refused when %s', (_, change, fault) => {
    expect(breakingChanges(tool, released.openapi, changed(change)).join('\n')).toMatch(fault)
  })

  it('may get an optional parameter, a new operation, a new field of an answer', () => {
    const more = changed(({ paths, components }) => {
      paths['/users/'].get.parameters.push({ name: 'city', in: 'query', schema: { type: 'string' } })
      paths['/people/'] = { get: { ...paths['/users/'].get, operationId: 'listPeople' } }
      components.schemas.User.properties.nickname = { type: 'string' }
    })
    expect(breakingChanges(tool, released.openapi, more)).toEqual([])
  })

  it.each([
    ['is no JSON', '{ "openapi": '],
    ['has no operations', '{ "openapi": "3.0.3", "info": {}, "paths": {} }'],
    [
      'has references that lead nowhere',
      JSON.stringify({
        openapi: '3.0.3',
        info: { title: 't', version: '1' },
        paths: { '/x/': { get: { responses: { 200: { $ref: '#/components/responses/Gone' } } } } },
      }),
    ],
  ])('can not be compared with a document that %s', (_, text) => {
    expect(() => breakingChanges(tool, file(text), released.openapi)).toThrow()
    expect(() => breakingChanges(tool, released.openapi, file(text))).toThrow()
  })
})

describe('messages', () => {
  it('of this and of the last release are read by each other', async () => {
    expect(await incompatibilities(released.events, present().events)).toEqual([])
  })

  const type = 'user.changed.v1'
  const schema = released.events[type]! as any
  const withSchema = (change: (copy: any) => void): Record<string, JsonSchema> => {
    const copy = structuredClone(schema)
    change(copy)
    return { [type]: copy }
  }
  const only = { [type]: schema }

  it.each<[string, (copy: any) => void, string]>([
    [
      'a field becomes required',
      (s) => ((s.properties.city = { type: 'string' }), s.required.push('city')),
      'backward',
    ],
    ['a required field goes', (s) => (delete s.properties.version, s.required.splice(3, 1)), 'forward'],
    ['a field may be missing', (s) => s.required.pop(), 'forward'],
    ['a field gets another type', (s) => (s.properties.userId.type = 'string'), 'forward'],
    [
      'a field may hold another type too',
      (s) => (s.properties.deleted.type = ['boolean', 'null']),
      'forward',
    ],
    ['items get another type', (s) => (s.properties.groupIds.items.type = 'string'), 'backward'],
    ['a bound is tightened', (s) => (s.properties.version.minimum = 5), 'backward'],
    ['a bound is loosened', (s) => (s.properties.version.minimum = 0), 'forward'],
    ['a format changes', (s) => (s.properties.eventId.format = 'uri'), 'eventId: format has changed'],
    [
      'a field gets a list of values',
      (s) => (s.properties.externalId.enum = ['']),
      'externalId: enum has changed',
    ],
  ])('are refused when %s', async (_, change, fault) => {
    expect((await incompatibilities(only, withSchema(change))).join('\n')).toContain(fault)
  })

  it('are refused when one of them goes', async () => {
    expect(await incompatibilities(only, {})).toEqual([
      `${type}: is gone; a consumer of it would wait for ever`,
    ])
  })

  it('may get an optional field, and another description', async () => {
    const more = withSchema((s) => {
      s.properties.city = { type: 'string' }
      s.description = 'Other words.'
    })
    expect(await incompatibilities(only, more)).toEqual([])
  })
})
