// @ts-check: so that the compiler knows the parameters of the contract.

/** An id that belongs to no record. */
const NO_ID = 9007199254740991

/**
 * Replaces the examples of the contract by records that are visible to the key, in the forms and in the
 * samples of code, so that each operation finds a record when its example is sent as it is. The form of a
 * delete by id gets an id that belongs to no record: a click must not delete anything.
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
  // The last one, because the examples of SCIM rename and deactivate it. Its names become part of commands.
  const isPlain = (/** @type {{ loginName: string, externalId: string }} */ { loginName, externalId }) =>
    [loginName, externalId].every((name) => /^[\w.@-]+$/.test(name))
  const directoryUser = named.findLast(isPlain)
  const open = courses.filter(({ requiresRegistration, eventBased }) => requiresRegistration && !eventBased)
  // The name alone must identify it, and be written alike in every language.
  const isSimple = (/** @type {{ name: string }} */ { name }) =>
    /^[\w ]+$/.test(name) && courses.filter((other) => other.name === name).length === 1
  const course = open.find(isSimple) ?? open[0]

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
  const own = Object.entries(examples)
  for (const item of Object.values(paths)) {
    /** @type {{ $ref: string }[]} */
    const used = item.parameters ?? []
    const pairs = own
      .filter(([name]) => used.some(({ $ref }) => $ref.endsWith(`/${name}`)))
      .map(([name, example]) => [parameters[name].example, example])
    for (const operation of Object.values(item)) useOwnInSamples(operation, pairs)
  }
  for (const [name, example] of own) if (example) parameters[name].example = example
  const taken = await list(`/registrations/?limit=1000&course_id=${course?.id ?? NO_ID}`)
  const [first, second] = named.filter(({ id }) => !taken.some(({ userId }) => userId === id))
  /** @param {{ email: string }} user */
  const pairOf = ({ email }) => ({ courseId: course.id, userEmail: email })
  const { Registration: created, RegistrationCreate: create, RegistrationBatch: batch } = schemas
  if (course && first) {
    const pairs = [
      [create.example.courseName, course.name],
      [create.example.userEmail, first.email],
    ]
    useOwnInSamples(paths['/registrations/'].post, pairs)
    create.example = pairOf(first)
    // The response shows the pair of the request.
    const { id: userId, externalId: userExternalId } = first
    const pair = { courseId: course.id, courseName: course.name, userId, userExternalId, externalId: '' }
    created.example = { ...created.example, ...pair }
  }
  if (course && second) {
    const [theirs] = batch.example
    const pairs = [
      [theirs.courseId, course.id],
      [theirs.userId, second.id],
    ]
    useOwnInSamples(paths['/registrations/batch/'].post, pairs)
    batch.example = [pairOf(second)]
  }
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
  const replace = paths['/scim/v2/Users/{id}/'].put
  const names = { userName: loginName, externalId }
  useOwnInSamples(
    replace,
    Object.entries(names).map(([name, own]) => [example[name], own]),
  )
  const patch = paths['/scim/v2/Groups/{id}/'].patch
  for (const content of Object.values(patch.requestBody.content)) {
    const [operation] = content.example.Operations
    useOwnInSamples(patch, [[operation.value[0].value, id]])
    operation.value = [{ value: String(id) }]
  }
  for (const content of Object.values(replace.requestBody.content)) content.example = { ...example, ...names }
}

/**
 * Replaces values of the contract in the samples of an operation.
 *
 * @param {any} operation
 * @param {unknown[][]} pairs each with the value of the contract and our own
 */
function useOwnInSamples(operation, pairs) {
  for (const sample of operation?.['x-codeSamples'] ?? [])
    for (const [theirs, own] of pairs) if (own) replaceIn(sample, String(theirs), String(own))
}

/** @param {{ source: string }} sample @param {string} theirs @param {string} own */
function replaceIn(sample, theirs, own) {
  const whole = new RegExp(`(?<![\\w-])${theirs}(?![\\w-])`, 'g')
  const isInPath = (/** @type {number} */ at) => sample.source[at - 1] === '/'
  sample.source = sample.source.replace(whole, (_, /** @type {number} */ at) =>
    isInPath(at) ? encodeURIComponent(own) : own,
  )
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
