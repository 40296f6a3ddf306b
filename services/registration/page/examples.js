/** A form sends what it is prefilled with; `offset=0`, for one, excludes a cursor. */
export function leaveEmpty({ components }) {
  for (const { required, schema } of Object.values(components.parameters))
    if (!required) delete schema.default
}

/** No record has it. */
const NO_ID = 9007199254740991

/**
 * Replaces the examples of the contract by records that the key reaches, so that the first try of each operation meets one.
 * Deletes keep an example that names no record of theirs: one click must not take anything away.
 */
export async function useOwnRecords({ paths, components }, { apiKey, apiSecret }) {
  const headers = { 'X-Api-Key': apiKey, 'X-Api-Secret': apiSecret }
  const list = async (path) => {
    const answer = await fetch(path, { headers })
    return answer.ok ? await answer.json() : []
  }
  const [registrations, users, courses] = await Promise.all([
    list('/registrations/?limit=100'),
    list('/users/?limit=100'),
    list('/courses/?active=true&published=true'),
  ])
  const registration = registrations.find(({ externalId }) => externalId !== '') ?? registrations[0]
  const named = users.filter(({ externalId, expirationDate }) => externalId !== '' && expirationDate === '')
  const user = named[0] ?? users[0]
  const course = courses.find(({ requiresRegistration, eventBased }) => requiresRegistration && !eventBased)

  const { parameters, schemas } = components
  for (const [path, item] of Object.entries(paths)) keepFromHarm(path, item, parameters)
  const examples = {
    Id: registration?.id,
    RegistrationExternalId: registration?.externalId,
    UserId: user?.id,
    UserExternalId: user?.externalId,
    CourseId: course?.id,
  }
  for (const [name, example] of Object.entries(examples)) if (example) parameters[name].example = example
  const taken = await list(`/registrations/?limit=1000&course_id=${course?.id ?? NO_ID}`)
  const [first, second] = named.filter(({ id }) => !taken.some(({ userId }) => userId === id))
  const pairOf = ({ email }) => ({ courseId: course.id, userEmail: email })
  if (course && first) schemas.RegistrationCreate.example = pairOf(first)
  if (course && second) schemas.RegistrationBatch.example = [pairOf(second)]
}

function keepFromHarm(path, { delete: operation, parameters = [] }, components) {
  if (operation === undefined) return
  const own = parameters.map(({ $ref }) => structuredClone(components[$ref.split('/').at(-1)]))
  for (const parameter of own) if (parameter.schema.$ref?.endsWith('/Id')) parameter.example = NO_ID
  operation.parameters = [...own, ...(operation.parameters ?? [])]
}
