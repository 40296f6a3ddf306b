import contract from '../../../services/platform/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../../local/contract/document.ts'
import type { Command } from '../../../clients/cli/src/commands/table.ts'
import { withOperations } from '../../../clients/cli/src/operations/commands.ts'
import { cliOperationsOf } from '../cli-operations.ts'

/** The command of an operation that is added to the contract. */
function commandOf(
  path: string,
  method: 'get' | 'post' | 'put',
  operation: { operationId?: string; [field: string]: unknown },
) {
  const document = structuredClone(contract) as unknown as OpenApiDocument
  document.paths[path] = {
    parameters: [{ $ref: '#/components/parameters/GroupId' }],
    [method]: {
      operationId: 'closeGroup',
      tags: ['user'],
      summary: 'Close a group',
      'x-audience': 'operator',
      responses: { 204: { description: 'Done' } },
      ...operation,
    },
  }
  return cliOperationsOf(document)[operation.operationId ?? 'closeGroup']
}

it('an operator operation is a command, named for its collection and what follows in the path', () => {
  const parameters = [
    {
      name: 'sendMail',
      in: 'query',
      description: '`true` tells the members. By e-mail.',
      schema: { type: 'boolean' },
    },
    { name: 'If-Match', in: 'header', schema: { type: 'string' } },
  ]
  expect(commandOf('/admin/groups/{id}/close/', 'post', { parameters })).toEqual({
    service: 'user',
    method: 'POST',
    path: '/admin/groups/{id}/close/',
    noun: 'groups',
    verb: 'close',
    describe: 'Close a group',
    fields: [
      expect.objectContaining({ name: 'id', in: 'path', type: 'integer', required: true, example: '12' }),
      {
        name: 'send-mail',
        parameter: 'sendMail',
        in: 'query',
        type: 'boolean',
        describe: 'tells the members',
      },
    ],
    returns: 'nothing',
    columns: [],
  })
})

it('a command without words after its collection has the first word of the operation', () => {
  expect(commandOf('/admin/groups/{id}/', 'post', {})).toMatchObject({ noun: 'groups', verb: 'close' })
})

it.each([
  ['get', '/admin/users/{id}/groups/', 'listUserGroups', 'users groups'],
  ['put', '/admin/users/{id}/groups/{groupId}/', 'putUserGroup', 'users put-group'],
  ['put', '/admin/users/{id}/groups/{groupId}/', 'addUserGroup', 'groups add'],
  // Two collections below records: the earlier one of the contract keeps its name.
  ['get', '/admin/users/{id}/members/', 'listUserMembers', 'users members'],
] as const)(
  'a collection below a record leaves a command its name: %s %s, %s, is %s',
  (method, path, operationId, expected) => {
    const { noun, verb, fields } = commandOf(path, method, { operationId })!
    expect(`${noun} ${verb}`).toBe(expected)
    expect(fields[0]?.name).toBe(noun === 'users' ? 'id' : 'user')
  },
)

it('two commands with one name are an error, which says what to do', () => {
  const groups = { describe: 'Groups', commands: { 'get <id>': {} as Command } }
  expect(() => withOperations({ groups })).toThrow(
    'getGroup: there is a command `rollcall groups get`. Use another verb in the operationId',
  )
})

it('the fields of a body are options, without those that are accepted and ignored', () => {
  const schema = { $ref: '#/components/schemas/CourseInput' }
  const requestBody = { content: { 'application/json': { schema } } }
  const row = commandOf('/admin/groups/{id}/courses/', 'post', { requestBody })
  expect(row?.body).toBe('CourseInput')
  expect(row?.fields.slice(1).map(({ name, type, list }) => [name, type, list])).toEqual([
    ['name', 'text', undefined],
    ['external-id', 'text', undefined],
    ['group', 'integer', 'set'],
    ['active', 'boolean', undefined],
    ['published', 'boolean', undefined],
    ['requires-registration', 'boolean', undefined],
    ['event-based', 'boolean', undefined],
  ])
})
