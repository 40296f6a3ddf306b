import type { Client } from '../../../testing/client.ts'
import { expectBody } from '../../../testing/portal.ts'
import { MARK, UNSEEN } from './fragments.ts'

/** People by each door in turn. What is stored is what was sent, but for spaces and forms of Unicode. */
export async function enter(api: Client, texts: readonly string[], addresses: readonly string[]) {
  const list = async (query: string): Promise<any[]> => expectBody(await api.get(`/users/?${query}`), 200)
  const trimmed = (text: string) => text.normalize('NFC').trim()
  for (const [i, text] of texts.entries()) {
    // Identifiers may not have the joiners that a name needs.
    const identifier = text.replaceAll('\u200D', '')
    const identifiers = { loginName: `${identifier}${i}`, externalId: `${identifier}-${i}` }
    const city = `=1+1${UNSEEN}${text}`
    const person = { ...identifiers, email: `${i}${addresses[i]}`, firstName: text, lastName: text, city }
    if (i % 3 === 0) expectBody(await api.post('/users/', person), 201)
    else if (i % 3 === 1) expect((await api.post('/users/batch/', [person])).body[0].status).toBe(201)
    else await enterBySync(api, person)
    const [found] = await list(`email=${encodeURIComponent(person.email)}&limit=1`)
    for (const [name, sent] of Object.entries(person))
      expect([name, found[name]]).toEqual([name, name === 'city' ? sent.trim() : trimmed(sent)])
  }
  return list('limit=1000')
}

/** A text as any writer of JSON may write it: each sign as an escape. */
const escapedJson = (text: string) =>
  `"${Array.from({ length: text.length }, (_, i) => String.raw`\u` + hexOf(text.charCodeAt(i))).join('')}"`
const hexOf = (unit: number) => unit.toString(16).padStart(4, '0')

/** Of attributes that SCIM defines, and of none. */
const BEGINNINGS = ['', 'title.', 'title:', 'phoneNumbers[', 'name.formatted.']

/** Creates a user with unknown attributes, as a directory sends it, then finds and changes the user. */
async function enterBySync(api: Client, person: Readonly<Record<string, string>>): Promise<void> {
  const { loginName, externalId, firstName, lastName, email, city } = person
  const resource = {
    userName: loginName,
    externalId,
    name: { givenName: firstName, familyName: lastName },
    emails: [{ value: email, type: 'work' }],
    addresses: [{ type: 'work', locality: city }],
    ...Object.fromEntries(BEGINNINGS.map((begun) => [`${begun}${MARK}@example.test`, MARK])),
    [`urn:${MARK}:x`]: { a: 1 },
  }
  expectBody(await api.post('/scim/v2/Users', resource), 201)
  const find = async (literal: string) =>
    expectBody(await api.get(`/scim/v2/Users?filter=${encodeURIComponent(`externalId eq ${literal}`)}`), 200)
  const [{ id }] = (await find(JSON.stringify(externalId))).Resources
  expect((await find(escapedJson(externalId ?? ''))).Resources).toMatchObject([{ id }])
  const Operations = [{ op: 'replace', path: `emails[type eq "${MARK}"].value`, value: MARK }]
  expectBody(await api.patch(`/scim/v2/Users/${id}`, { Operations }), 200)
}
