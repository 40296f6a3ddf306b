import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { components } from '../../services/platform/contract/generated/openapi.ts'
import type { EventPayloads } from '../../services/platform/contract/generated/events.ts'
import { onFreePort } from '../gateway.ts'

type RegistrationCreated = EventPayloads['registration.created.v1']
type UserState = components['schemas']['UserForEvents']
type RegistrationState = components['schemas']['RegistrationState']

export type Directory = Awaited<ReturnType<typeof startDirectory>>

const DATE = '2024-01-15T14:58:41Z'

/**
 * What the user service and the registration service say about events, to a notification service without
 * them. Its client validates each response against the contract.
 */
export async function startDirectory() {
  const users = new Map<number, UserState>()
  const registrations = new Map<number, RegistrationState>()
  let isUnavailable = false
  /** The questions, by their path. */
  const asked: string[] = []

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { userIds = [], registrationIds = [] } = JSON.parse(Buffer.concat(chunks).toString())
    asked.push(request.url ?? '')
    const found = request.url?.startsWith('/internal/users/states/')
      ? userIds.flatMap((id: number) => users.get(id) ?? [])
      : registrationIds.flatMap((id: number) => registrations.get(id) ?? [])
    response.writeHead(isUnavailable ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isUnavailable ? { detail: 'unavailable' } : found))
  }
  const server = createServer((request, response) => void respond(request, response))
  const { url, close } = await onFreePort(server)

  return {
    url,
    asked,
    /** From now on, both services fail, or respond again. */
    unavailable(now: boolean) {
      isUnavailable = now
    },
    /** Says what the event says, from now on. */
    add({
      userId,
      userEmail,
      userFirstName,
      userExternalId,
      userPreferredLanguage: preferredLanguage = '',
      registrationId,
      courseName,
    }: RegistrationCreated) {
      const texts = ['address', 'address2', 'city', 'country', 'expirationDate', 'loginName', 'state', 'zip']
      const own = ['ovFormWithInput12', 'workSettingsOtherSpecify', 'workSettingsPrivateIndustryExcept']
      const empty = Object.fromEntries([...texts, ...own].map((field) => [field, '']))
      const user = {
        ...empty,
        id: userId,
        email: userEmail,
        firstName: userFirstName,
        lastName: 'Byron',
        externalId: userExternalId,
        createdDate: DATE,
        updatedDate: DATE,
      } as unknown as UserState['user']
      const state = { version: 1, groupIds: [1], deleted: false, erased: false, preferredLanguage, user }
      users.set(userId, state)
      registrations.set(registrationId, {
        registrationId,
        withdrawn: false,
        courseName,
        courseDeleted: false,
      })
    },
    /** Changes the user or the registration of an event. */
    change(
      { userId, registrationId }: RegistrationCreated,
      changes: {
        readonly user?: Partial<UserState['user']>
        readonly state?: Partial<UserState>
        readonly registration?: Partial<RegistrationState>
      },
    ) {
      const user = users.get(userId) as UserState
      users.set(userId, { ...user, ...changes.state, user: { ...user.user, ...changes.user } })
      const registration = registrations.get(registrationId) as RegistrationState
      registrations.set(registrationId, { ...registration, ...changes.registration })
    },
    /** Forgets the user, or the registration, of an event. */
    forget({ userId, registrationId }: RegistrationCreated, what: 'user' | 'registration') {
      if (what === 'user') users.delete(userId)
      else registrations.delete(registrationId)
    },
    stop: close,
  }
}
