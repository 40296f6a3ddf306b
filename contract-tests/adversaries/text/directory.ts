import { expectBody } from '../../../testing/portal.ts'
import type { Client } from '../../../testing/client.ts'
import { MARK } from './fragments.ts'

/** Creates a user with unknown attributes, as a directory sends it, then finds and changes the user. */
export async function enterBySync(
  api: Client,
  { loginName, externalId, firstName, lastName, email, city }: Record<string, string>,
): Promise<void> {
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
  const operations = [{ op: 'replace', path: `emails[type eq "${MARK}"].value`, value: MARK }]
  const [{ id }] = expectBody(
    await api.get(
      `/scim/v2/Users?filter=${encodeURIComponent(`externalId eq ${JSON.stringify(externalId)}`)}`,
    ),
    200,
  ).Resources
  expectBody(await api.patch(`/scim/v2/Users/${id}`, { Operations: operations }), 200)
}
