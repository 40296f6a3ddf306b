// @ts-check: so that the compiler knows the parameters of the contract.

/** An id that belongs to no record. */
const NO_ID = 9007199254740991

/**
 * Replaces the examples of the contract by records that are visible to the key, so that each operation finds a record when its
 * prefilled example is sent. Deletes by id get an id that belongs to no record: a click must not delete anything.
 *
 * @param {any} contract is changed
 * @param {{ apiKey: string, apiSecret: string }} credential
 */
export async function useOwnRecords({ paths, components }, { apiKey, apiSecret }) {
  const headers = { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret }
  /** @param {string} path @returns {Promise<any[]>} */
  const list = async (path) => {
    const response = await fetch(path, { headers, redirect: 'error' })
    return response.ok ? JSON.parse(await response.text()) : []
  }
  const [registrations, users, courses, endpoints] = await Promise.all([
    list('/registrations/?limit=100'),
    list('/users/?limit=100'),
    list('/courses/?active=true&published=true'),
    list('/webhook-endpoints/'),
  ])
  const registration = registrations.find(({ externalId }) => externalId !== '') ?? registrations[0]
  const named = users.filter(({ externalId, expirationDate }) => externalId !== '' && expirationDate === '')
  const user = named[0] ?? users[0]
  const course = courses.find(({ requiresRegistration, eventBased }) => requiresRegistration && !eventBased)

  const { parameters, schemas } = components
  for (const item of Object.values(paths)) useMissingIdInDelete(item, parameters)
  /** @type {Partial<import('../../../../platform/contract/generated/openapi.ts').components['parameters']>} */
  const examples = {
    RegistrationId: registration?.id,
    RegistrationExternalId: registration?.externalId,
    UserId: user?.id,
    UserExternalId: user?.externalId,
    CourseId: course?.id,
    WebhookEndpointId: endpoints[0]?.id,
    WebhookDeliveryId:
      endpoints[0] && (await list(`/webhook-endpoints/${endpoints[0].id}/deliveries/`))[0]?.id,
  }
  for (const [name, example] of Object.entries(examples)) if (example) parameters[name].example = example
  const taken = await list(`/registrations/?limit=1000&course_id=${course?.id ?? NO_ID}`)
  const [first, second] = named.filter(({ id }) => !taken.some(({ userId }) => userId === id))
  /** @param {{ email: string }} user */
  const pairOf = ({ email }) => ({ courseId: course.id, userEmail: email })
  if (course && first) schemas.RegistrationCreate.example = pairOf(first)
  if (course && second) schemas.RegistrationBatch.example = [pairOf(second)]
}

/** @param {{ delete: any, parameters?: { $ref: string }[] }} item @param {any} components */
function useMissingIdInDelete({ delete: operation, parameters = [] }, components) {
  if (operation === undefined) return
  const own = parameters.map(({ $ref }) => structuredClone(components[$ref.replace(/.*\//, '')]))
  for (const parameter of own) if (parameter.schema.$ref?.endsWith('/Id')) parameter.example = NO_ID
  operation.parameters = [...own, ...(operation.parameters ?? [])]
}
