import type { Client } from '../../../testing/client.ts'
import { expectBody } from '../../../testing/portal.ts'
import { MARK } from './fragments.ts'

/** People by each door in turn. What is stored is what was sent, but for spaces and forms of Unicode. */
export async function enter(api: Client, texts: readonly string[], addresses: readonly string[]) {
  const list = async (query: string): Promise<any[]> => expectBody(await api.get(`/users/?${query}`), 200)
  const trimmed = (text: string) => text.normalize('NFC').trim()
  for (const [i, text] of texts.entries()) {
    // Identifiers may not have the joiners that a name needs.
    const identifier = text.replaceAll('\u200D', '')
    const identifiers = { loginName: `${identifier}${i}`, externalId: `${identifier}-${i}` }
    const city = `=1+1\u2028${text}`
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

/** Creates a user with unknown attributes, as a directory sends it, then finds and changes the user. */
async function enterBySync(api: Client, person: Readonly<Record<string, string>>): Promise<void> {
  const { loginName, externalId, firstName, lastName, email, city } = person
  const resource = {
    userName: loginName,
    externalId,
    name: { givenName: firstName, familyName: lastName },
    emails: [{ value: email, type: 'work' }],
    addresses: [{ type: 'work', locality: city }],
    [`${MARK}@example.test`]: MARK,
    [`urn:${MARK}:x`]: { a: 1 },
  }
  expectBody(await api.post('/scim/v2/Users', resource), 201)
  const filter = encodeURIComponent(`externalId eq ${JSON.stringify(externalId)}`)
  const [{ id }] = expectBody(await api.get(`/scim/v2/Users?filter=${filter}`), 200).Resources
  const Operations = [{ op: 'replace', path: `emails[type eq "${MARK}"].value`, value: MARK }]
  expectBody(await api.patch(`/scim/v2/Users/${id}`, { Operations }), 200)
}
