// @ts-check: so that the compiler knows the parameters of the contract.

/** An id that belongs to no record. */
const NO_ID = 9007199254740991

/**
 * Replaces the examples of the contract by records that are visible to the key, so that each operation
 * finds a record when its example is sent as it is. The form of a delete by id gets an id that belongs to no
 * record: a click must not delete anything.
 *
 * @param {any} contract is changed
 * @param {{ baseUrl: string, apiKey: string, apiSecret: string }} caller
 */
export async function useOwnRecords({ paths, components }, { baseUrl, apiKey, apiSecret }) {
  const headers = { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret }
  /** @param {string} path @returns {Promise<any[]>} */
  const list = async (path) => {
    const response = await fetch(baseUrl + path, { headers, redirect: 'error' })
    return response.ok ? JSON.parse(await response.text()) : []
  }
  const [registrations, users, courses, endpoints, groups] = await Promise.all([
    list('/registrations/?limit=100'),
    list('/users/?limit=100'),
    list('/courses/?active=true&published=true'),
    list('/webhook-endpoints/'),
    list('/groups/'),
  ])
  const registration = registrations.find(({ externalId }) => externalId !== '') ?? registrations[0]
  const named = users.filter(({ externalId, expirationDate }) => externalId !== '' && expirationDate === '')
  const user = named[0] ?? users[0]
  // The last one, because the examples of SCIM rename and deactivate it.
  const directoryUser = named.at(-1)
  const course = courses.find(({ requiresRegistration, eventBased }) => requiresRegistration && !eventBased)

  const { parameters, schemas } = components
  for (const item of Object.values(paths)) useMissingIdInDelete(item, parameters)
  /**
   * @type {Partial<import('../../../../platform/contract/generated/openapi.ts').components['parameters']>}
   */
  const examples = {
    RegistrationId: registration?.id,
    RegistrationExternalId: registration?.externalId,
    UserId: user?.id,
    UserExternalId: user?.externalId,
    CourseId: course?.id,
    WebhookEndpointId: endpoints[0]?.id,
    WebhookDeliveryId:
      endpoints[0] && (await list(`/webhook-endpoints/${endpoints[0].id}/deliveries/`))[0]?.id,
    ScimUserId: directoryUser && String(directoryUser.id),
    ScimGroupId: groups[0] && String(groups[0].id),
  }
  for (const [name, example] of Object.entries(examples)) if (example) parameters[name].example = example
  const taken = await list(`/registrations/?limit=1000&course_id=${course?.id ?? NO_ID}`)
  const [first, second] = named.filter(({ id }) => !taken.some(({ userId }) => userId === id))
  /** @param {{ email: string }} user */
  const pairOf = ({ email }) => ({ courseId: course.id, userEmail: email })
  const { Registration: created, RegistrationInput: create, RegistrationBatchInput: batch } = schemas
  if (course && first) {
    // With an external id if no registration has one, so that the operations by external id find it.
    const externalId = registration?.externalId ? '' : create.example.externalId
    create.example = { ...pairOf(first), ...(externalId === '' ? {} : { externalId }) }
    // The response shows the pair of the request.
    const { id: userId, externalId: userExternalId } = first
    const pair = { courseId: course.id, courseName: course.name, userId, userExternalId, externalId }
    created.example = { ...created.example, ...pair }
  }
  if (course && second) batch.example = [pairOf(second)]
  if (directoryUser) useOwnInScim({ paths, schemas }, directoryUser)
}

/**
 * A replacement keeps the identifiers of the user, and a group gets the user as a member.
 *
 * @param {any} contract
 * @param {{ id: number, loginName: string, externalId: string }} user
 */
function useOwnInScim({ paths, schemas }, { id, loginName, externalId }) {
  const { example } = schemas.ScimUserInput
  const replacement = { ...example, userName: loginName, externalId }
  for (const content of Object.values(paths['/scim/v2/Users/{id}/'].put.requestBody.content))
    content.example = replacement
  for (const content of Object.values(paths['/scim/v2/Groups/{id}/'].patch.requestBody.content))
    content.example.Operations[0].value = [{ value: String(id) }]
}

/** @param {{ name: string, schema: { $ref?: string } }} parameter an external id is none */
const isId = ({ name, schema }) => schema.$ref?.endsWith('/Id') || name === 'id'

/** @param {{ delete: any, parameters?: { $ref: string }[] }} item @param {any} components */
function useMissingIdInDelete({ delete: operation, parameters = [] }, components) {
  if (operation === undefined) return
  const own = parameters.map(({ $ref }) => structuredClone(components[$ref.slice($ref.lastIndexOf('/') + 1)]))
  for (const parameter of own) if (isId(parameter)) parameter.example = NO_ID
  operation.parameters = [...own, ...(operation.parameters ?? [])]
}
