import { GROUP_FILTERS, parseFilter, USER_FILTERS } from '../src/scim/filter.ts'
import { readMemberChanges } from '../src/scim/group-patch.ts'
import { readOperations, readPatch } from '../src/scim/patch.ts'
import { readPath } from '../src/scim/path.ts'
import { addressOf, locationHeaderOf, locationOf } from '../src/scim/resource.ts'

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:rollcall:2.0:User'

const MANAGER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value'

/** `String` throws for it. */
const NO_TEXT = JSON.parse('{ "toString": 1, "valueOf": 1 }') as object

describe('a path of SCIM (B9)', () => {
  it.each([
    ['userName', { name: 'userName' }],
    [' name.givenName ', { name: 'name', sub: 'givenName' }],
    ['urn:ietf:params:scim:schemas:core:2.0:User:name.givenName', { name: 'name', sub: 'givenName' }],
    [
      'emails[type eq "work"].value',
      { name: 'emails', filter: { attribute: 'type', value: 'work' }, sub: 'value' },
    ],
    ['emails[ TYPE EQ work ]', { name: 'emails', filter: { attribute: 'TYPE', value: 'work' } }],
    ['members[value eq "a\\"b"]', { name: 'members', filter: { attribute: 'value', value: 'a"b' } }],
    [`${EXTENSION}:ovFormWithInput12`, { name: `${EXTENSION}:ovFormWithInput12` }],
    [`${EXTENSION}.ovFormWithInput12`, { name: `${EXTENSION}:ovFormWithInput12` }],
    [EXTENSION, { name: EXTENSION }],
  ])('%s', (text, path) => expect(readPath(text)).toEqual({ filter: undefined, sub: undefined, ...path }))

  it.each([
    '',
    '.',
    'a..b',
    'a.b.c',
    'emails[',
    'emails[type]',
    'emails[type eq "work" and primary eq true]',
    "emails[type eq 'work']",
    'a b',
    '1',
    'é',
  ])('is not %j', (text) => expect(readPath(text)).toBeUndefined())
})

describe('a filter of SCIM (B9)', () => {
  it.each([
    ['userName eq "ada"', { userName: ['ada'] }],
    ['  USERNAME   EQ   ada  ', { userName: ['ada'] }],
    ["userName eq true.o'ada", { userName: ["true.o'ada"] }],
    ['externalId eq "a and b"', { externalId: ['a and b'] }],
    ['externalId eq "a\\u0062\\"" AND id eq 7', { externalId: ['ab"'], id: ['7'] }],
    ['emails[type eq "work"].value eq "x" and emails eq "y"', { emails: ['x', 'y'] }],
    ['emails[ type  eq  work ].value eq "x"', { emails: ['x'] }],
  ])('%s', (text, filter) => expect(parseFilter(text, USER_FILTERS)).toEqual(filter))

  it.each(["userName eq 'ada'", 'userName eq null', 'externalId eq true', 'id eq (7)'])(
    '%s is rejected, because an empty list would mean that no user matches',
    (text) => expect(() => parseFilter(text, USER_FILTERS)).toThrow('The filter is not supported'),
  )

  it('of groups compares other attributes', () => {
    expect(parseFilter('displayName eq "Operations"', GROUP_FILTERS)).toEqual({ displayName: ['Operations'] })
    expect(() => parseFilter('userName eq "ada"', GROUP_FILTERS)).toThrow('Compare id, displayName with eq')
  })
})

describe('what a PATCH of SCIM sets (B9)', () => {
  const patch = (...operations: readonly object[]) => {
    const { texts, active, ignored } = readPatch({ operations }, { strict: false })
    return {
      ...texts,
      ...(active === undefined ? {} : { active }),
      ...(ignored.size > 0 && { ignored: [...ignored] }),
    }
  }
  const replace = (value: unknown) => ({ op: 'REPLACE', value })
  const NO_ADDRESS = {
    'addresses.streetAddress': '',
    'addresses.locality': '',
    'addresses.region': '',
    'addresses.postalCode': '',
    'addresses.country': '',
  }

  it.each([
    [
      'later operations over earlier ones',
      [replace({ userName: 'a' }), { op: 'add', path: 'USERNAME', value: 'b' }],
      { userName: 'b' },
    ],
    ['a number as a text', [replace({ userName: 7 })], { userName: '7' }],
    [
      'the value in a list of one',
      [{ op: 'Add', path: 'active', value: [{ $ref: null, value: 'True' }] }],
      { active: true },
    ],
    [
      'no value as removed',
      [replace({ externalId: null }), { op: 'remove', path: 'addresses[type eq "work"].region' }],
      { externalId: '', 'addresses.region': '' },
    ],
    [
      'the primary e-mail before the one of type work',
      [
        replace({
          emails: [
            { type: 'work', value: 'w' },
            { type: 'home', value: 'p', primary: 'true' },
          ],
        }),
      ],
      { 'emails.value': 'p' },
    ],
    [
      'the e-mail of type work before others',
      [
        replace({
          emails: [
            { type: 'home', value: 'h' },
            { type: 'Work', value: 'w' },
          ],
        }),
      ],
      { 'emails.value': 'w' },
    ],
    [
      'nothing by an e-mail of another type, which is not stored',
      [{ op: 'add', path: 'emails', value: [{ type: 'home', value: 'h' }] }],
      { ignored: ['emails of another type'] },
    ],
    ['an e-mail as a text', [{ op: 'add', path: 'emails', value: 'e' }], { 'emails.value': 'e' }],
    [
      'parts of an address by an object',
      [replace({ 'addresses[type eq "work"]': { locality: 'Rome', type: 'work' } })],
      { 'addresses.locality': 'Rome' },
    ],
    [
      'a whole address by a list',
      [replace({ addresses: [{ locality: 'Rome' }] })],
      { ...NO_ADDRESS, 'addresses.locality': 'Rome' },
    ],
    ['an address that has only labels as removed', [replace({ addresses: [{ type: 'work' }] })], NO_ADDRESS],
    [
      'the core schema as a path',
      [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User', value: { userName: 'a' } }],
      { userName: 'a' },
    ],
    ['nothing for active without a value', [replace({ active: null, userName: 'a' })], { userName: 'a' }],
    [
      'custom fields of the extension',
      [replace({ [EXTENSION]: { ovFormWithInput12: true } })],
      { [`${EXTENSION}:ovFormWithInput12`]: 'true' },
    ],
    [
      'nothing for what is read-only',
      [replace({ id: '9', meta: {}, groups: [], schemas: ['x'], 'emails[type eq "work"].primary': true })],
      {},
    ],
    [
      'nothing for what is not stored, and tells its name if the standard has it',
      [replace({ NickName: 'x', 'name.formatted': 'y', 'emails[type eq "home"].value': 'z', [MANAGER]: 1 })],
      {
        ignored: ['nickName', 'name.formatted', 'emails of another type', MANAGER.replace('.value', '')],
      },
    ],
    [
      'nothing for a manager, as Entra ID sends it',
      [':manager', '.manager', ':manager.value'].map((end) => ({
        op: 'Add',
        path: MANAGER.replace(':manager.value', end),
        value: [{ value: '17' }],
      })),
      { ignored: [MANAGER.replace('.value', ''), MANAGER.replace(':manager.value', '')] },
    ],
    [
      'nothing for what only the directory defines, whose name may be about a person',
      [
        replace({ 'ada@example.org': 'x', 'nickname@example.org': 'x', 'name.ada@example.org': 'x' }),
        replace({ 'emails[type eq "ada@example.org"].value': 'x', 'ada"@example.org"': 'x' }),
        replace({ 'urn:example:ada': { 'ada@example.org': 'x' } }),
      ],
      { ignored: ['an attribute that SCIM does not define', 'emails of another type'] },
    ],
  ])('%s', (_, operations, values) => expect(patch(...operations)).toEqual(values))

  it.each([
    [
      'paths as keys, as Entra ID sends with its compliant flag',
      [
        replace({
          'name.familyName': 'King',
          [`${EXTENSION}:ovFormWithInput12`]: 'x',
          'emails[type eq "work"].value': 'k@example.org',
        }),
      ],
    ],
    [
      'an object without a path, as Okta sends',
      [
        replace({
          name: { familyName: 'King' },
          [EXTENSION]: { ovFormWithInput12: 'x' },
          emails: [{ value: 'k@example.org', primary: true }],
        }),
      ],
    ],
    [
      'one operation for each attribute, as Entra ID sends',
      [
        { op: 'Add', path: 'name.familyName', value: 'King' },
        { op: 'Add', path: `${EXTENSION}:ovFormWithInput12`, value: 'x' },
        { op: 'Add', path: 'emails[type eq "work"].value', value: 'k@example.org' },
      ],
    ],
  ])('the same by %s', (_, operations) =>
    expect(patch(...operations)).toEqual({
      'name.familyName': 'King',
      [`${EXTENSION}:ovFormWithInput12`]: 'x',
      'emails.value': 'k@example.org',
    }),
  )

  it.each([
    ['a list without a path', [replace([{ userName: 'a' }])], 'value must be an object'],
    ['an add without a value', [{ op: 'add', path: 'externalId' }], 'add must have a value'],
    ['a text for an address', [replace({ addresses: 'x' })], 'addresses must be objects'],
    ['a list of texts for addresses', [replace({ addresses: ['a'] })], 'addresses must be objects'],
    ['an address without a part', [replace({ addresses: [{ a: 1 }] })], 'addresses must be objects'],
    ['a replacement without a value', [{ op: 'replace', path: 'externalId' }], 'replace must have a value'],
    [
      'an address of which nothing is stored',
      [replace({ addresses: [{ type: 'work', formatted: 'x' }] })],
      'addresses must be objects',
    ],
    ['an empty address', [{ op: 'add', path: 'addresses', value: [{}] }], 'addresses must be objects'],
    ['a text for a name', [replace({ name: 'x' })], 'name must be an object'],
    [
      'a number that loses digits',
      [replace({ externalId: 2 ** 63 })],
      'externalId must be text, because a number of this size loses digits',
    ],
    [
      'an address that is selected by its value',
      [{ op: 'replace', path: 'emails[value eq "a@example.org"].value', value: 'b@example.org' }],
      'The path "emails[value eq …]" is not supported',
    ],
  ])('%s is rejected, and does not remove or ignore anything', (_, operations, message) =>
    expect(() => patch(...operations)).toThrow(message),
  )

  it.each([{ op: NO_TEXT }, { op: 'add', path: 'active', value: NO_TEXT }])(
    'an object without a form as a text is rejected: %j',
    (operation) => expect(() => patch({ value: 1, ...operation })).toThrow(/^(op|active) must be/),
  )

  it('an object without a form as a text labels no e-mail', () => {
    const emails = [
      { type: 'work', value: 'w' },
      { type: NO_TEXT, primary: NO_TEXT, value: 'x' },
    ]
    expect(patch(replace({ emails }))).toEqual({ 'emails.value': 'w' })
  })

  it('has a bounded number of operations', () => {
    const operations = Array.from({ length: 1_001 }, () => replace({}))
    expect(() => readOperations({ Operations: operations })).toThrow('at most 1000')
  })
})

describe('what a PATCH of SCIM does to members (B9)', () => {
  const changes = (...operations: readonly object[]) => {
    const { replaces, join, leave, selected } = readMemberChanges(
      readOperations({ Operations: operations }),
      { displayName: 'Ops' },
    )
    return { replaces, join: [...join], leave: [...leave], selected: [...selected] }
  }
  const members = (...ids: readonly number[]) => ids.map((id) => ({ value: String(id) }))

  it.each([
    ['adds', [{ op: 'Add', path: 'members', value: members(7, 8) }], { join: [7, 8] }],
    ['removes by a filter', [{ op: 'remove', path: 'members[value eq "7"]' }], { leave: [7] }],
    [
      'removes by a list, as Entra ID sends',
      [{ op: 'Remove', path: 'members', value: members(7) }],
      { leave: [7] },
    ],
    ['removes all', [{ op: 'remove', path: 'members' }], { replaces: true }],
    ['replaces all by none', [{ op: 'replace', path: 'members', value: [] }], { replaces: true }],
    [
      'replaces the one that a path selects',
      [{ op: 'replace', path: 'members[value eq "7"]', value: { value: '8' } }],
      { join: [8], leave: [7], selected: [7] },
    ],
    [
      'replaces it by several',
      [{ op: 'replace', path: 'members[value eq "7"]', value: members(8, 9) }],
      { join: [8, 9], leave: [7], selected: [7] },
    ],
    [
      'replaces its value',
      [{ op: 'replace', path: 'members[value eq "7"].value', value: '8' }],
      { join: [8], leave: [7], selected: [7] },
    ],
    [
      'replaces it by itself',
      [{ op: 'replace', path: 'members[value eq "7"]', value: members(7) }],
      { join: [7], selected: [7] },
    ],
    [
      'replaces one that has just been added',
      [
        { op: 'add', path: 'members', value: members(7) },
        { op: 'replace', path: 'members[value eq "7"]', value: members(8) },
      ],
      { join: [8], leave: [7] },
    ],
    [
      'removes the one that a path selects, whose value is sent along',
      [{ op: 'remove', path: 'members[value eq "7"]', value: members(7) }],
      { leave: [7] },
    ],
    [
      'adds the one that a path selects, whose value is sent along',
      [{ op: 'add', path: 'members[value eq "7"]', value: { value: '7' } }],
      { join: [7] },
    ],
    [
      'replaces, as Okta sends',
      [{ op: 'replace', value: { id: '12', displayName: 'Ops', members: members(7) } }],
      { replaces: true, join: [7] },
    ],
    [
      'does what comes last',
      [
        { op: 'add', path: 'members', value: members(7, 8) },
        { op: 'remove', path: 'members', value: members(7) },
      ],
      { join: [8], leave: [7] },
    ],
    [
      'reads names in any letter case',
      [{ op: 'add', path: 'members', value: [{ VALUE: '7' }] }],
      { join: [7] },
    ],
    [
      'accepts the name of the group in another letter case',
      [{ op: 'replace', value: { displayName: ' OPS ' } }],
      {},
    ],
    ['ignores identifiers of the directory', [{ op: 'add', path: 'externalId', value: 'x' }], {}],
  ])('%s', (_, operations, wanted) =>
    expect(changes(...operations)).toEqual({
      replaces: false,
      join: [],
      leave: [],
      selected: [],
      ...wanted,
    }),
  )

  it.each([
    { op: 'remove', path: 'members.display' },
    { op: 'remove', path: 'members[value eq "7"].display' },
    { op: 'remove', path: 'members[display eq "7"]' },
    { op: 'replace', path: 'members' },
    { op: 'replace', path: 'members', value: null },
    { op: 'replace', value: { members: null } },
    { op: 'replace', path: 'members[value eq "7"]', value: null },
    { op: 'add', path: 'members[value eq "7"]', value: members(8) },
    { op: 'remove', path: 'members[value eq "7"]', value: members(8) },
    { op: 'remove', path: 'members[value eq "7"]', value: members(7, 8) },
  ])('does not change other members than it names: %j', (operation) =>
    expect(() => changes(operation)).toThrow(/is not supported|must have a value|names another one/),
  )

  it.each([NO_TEXT, { value: NO_TEXT }])('rejects a member without an id: %j', (member) =>
    expect(() => changes({ op: 'add', path: 'members', value: [member] })).toThrow('each with its id'),
  )

  it('a path selects nobody who is to leave', () => {
    const replace = { op: 'replace', path: 'members[value eq "7"]', value: members(8) }
    for (const before of [
      { op: 'remove', path: 'members' },
      { op: 'remove', path: 'members', value: members(7) },
    ])
      expect(() => changes(before, replace)).toThrow('selects a member that the group does not have')
  })

  it.each([{ type: 'Group' }, { $ref: 'https://learning.example.org/scim/v2/Groups/7' }])(
    'does not take a group for the user with the same number: %j',
    (label) => {
      const operation = { op: 'add', path: 'members', value: [{ value: '7', ...label }] }
      expect(() => changes(operation)).toThrow('7 is meant to be a group')
    },
  )
})

describe('the address of a resource', () => {
  it.each([
    ['/scim/v2/Users', '', ['Users/7', '/scim/v2/Users/7', '../../docs/guide/scim']],
    ['/api/v2/scim/v2/Users/7', '', ['Users/7', '/api/v2/scim/v2/Users/7', '../../../../docs/guide/scim']],
    [
      '/scim/v2/Users/7',
      'https://learning.example.org/lms',
      [
        'https://learning.example.org/lms/scim/v2/Users/7',
        'https://learning.example.org/lms/scim/v2/Users/7',
        'https://learning.example.org/lms/docs/guide/scim',
      ],
    ],
  ])('of %s with the PUBLIC_URL %j is below it, or relative', (rawPath, publicUrl, addresses) => {
    const at = { rawPath, publicUrl }
    const found = [
      locationOf('/Users/7', at),
      locationHeaderOf('/Users/7', at),
      addressOf('/docs/guide/scim', at),
    ]
    expect(found).toEqual(addresses)
  })
})
