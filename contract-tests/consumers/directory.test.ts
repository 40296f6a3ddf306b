import { from, text } from '../../testing/pact/examples.ts'
import { testOperations, type Given } from '../../testing/pact/operation.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'
import { boolean, date, ETAG, LIMITED, many, regex, string, UNLIMITED } from '../../testing/pact/shapes.ts'

const pact = pactBetween('directory', 'user')

const KEY = {
  'x-api-key': 'rck_a1B2c3D4e5F6g7H8',
  'x-api-secret': 'rcs_EXAMPLEexampleEXAMPLEexampleEXAMPLE0000',
}

/** The requests of a directory, as Entra ID and Okta send them. */
function directoryAt(url: string) {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { ...KEY, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const received = await response.text()
    const code = response.headers.get('x-error-code')
    if (!response.ok) throw Object.assign(new Error(received), { status: response.status, code })
    return received === '' ? undefined : JSON.parse(received)
  }
  return {
    listScimUsers: ({ filter }: { filter: string }) =>
      send('GET', `/Users/?filter=${encodeURIComponent(filter)}`),
    createScimUser: ({ resource }: { resource: object }) => send('POST', '/Users/', resource),
    getScimUser: ({ id }: { id: string }) => send('GET', `/Users/${id}/`),
    patchScimUser: ({ id, patch }: { id: string; patch: object }) => send('PATCH', `/Users/${id}/`, patch),
    deleteScimUser: ({ id }: { id: string }) => send('DELETE', `/Users/${id}/`),
  }
}

const AN_ACCOUNT: Given = ['an account']
const A_USER: Given = ['a user']
const given = [AN_ACCOUNT, A_USER]
const SCIM = { 'Content-Type': 'application/scim+json' }
/** Absolute or relative, as the installation is configured. */
const LOCATION = regex('^\\S*\\d+$', 'https://learning.example.org/scim/v2/Users/1007')
const id = from('userId')
const user = (fields: object = {}) => ({
  schemas: many(string('urn:ietf:params:scim:schemas:core:2.0:User')),
  id: regex('^\\d+$', '1007'),
  userName: string('ada'),
  name: { givenName: string('Ada'), familyName: string('Byron') },
  active: boolean(true),
  emails: many({ value: string('ada@example.org'), type: 'work', primary: true }),
  meta: {
    resourceType: 'User',
    created: date(),
    lastModified: date(),
    location: LOCATION,
    version: string('"1"'),
  },
  ...fields,
})
const shown = (body: object) => ({ headers: { ...LIMITED, ...SCIM, ...ETAG }, body })
const list = (totalResults: number, resources: unknown) => ({
  headers: { ...LIMITED, ...SCIM },
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex: 1,
    itemsPerPage: totalResults,
    Resources: resources,
  },
})
const rejection = (status: number, code: string, more: object) => ({
  headers: { ...UNLIMITED, ...SCIM, 'X-Error-Code': code },
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: string('A sentence.'),
    ...more,
  },
})
const resource = {
  userName: from('newLoginName'),
  externalId: from('newExternalId'),
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ value: from('newEmail'), type: 'work', primary: true }],
  active: true,
}
const NEW_NAMES: Given = ['unused names']
const deactivation = { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }

/** A directory relies on little else: it looks people up, creates, changes and deactivates them (B9). */
testOperations(pact, directoryAt, {
  listScimUsers: {
    given,
    args: { filter: text('externalId eq "${userExternalId}"') },
    responses: {
      '200: somebody': list(1, many(user({ externalId: string('hr-20931') }))),
      '200: nobody matches': { ...list(0, []), args: { filter: 'externalId eq "nobody"' } },
      '400': {
        ...rejection(400, 'scim-filter-unsupported', { scimType: 'invalidFilter' }),
        args: { filter: 'title eq "Countess"' },
      },
    },
  },
  createScimUser: {
    given: [AN_ACCOUNT, NEW_NAMES],
    args: { resource },
    responses: {
      '201': {
        headers: {
          ...LIMITED,
          ...SCIM,
          ...ETAG,
          Location: LOCATION,
        },
        body: user({ externalId: string('hr-20932') }),
      },
      '409': {
        ...rejection(409, 'login-name-taken', { scimType: 'uniqueness' }),
        given: [AN_ACCOUNT, NEW_NAMES, ['another user']],
        args: { resource: { ...resource, userName: from('takenLoginName') } },
      },
    },
  },
  getScimUser: {
    given,
    args: { id },
    responses: {
      '200': shown(user({ externalId: string('hr-20931') })),
      '404': { ...rejection(404, 'not-found', {}), given: [AN_ACCOUNT, ['no such user']] },
    },
  },
  patchScimUser: {
    given,
    args: { id, patch: deactivation },
    responses: { '200': shown(user({ externalId: string('hr-20931'), active: false })) },
  },
  deleteScimUser: {
    given,
    args: { id },
    responses: { '204': { headers: LIMITED } },
  },
})
