import { eventually } from '../../testing/eventually.ts'
import { expectBody } from '../../testing/portal.ts'
import type { Client } from '../../testing/client.ts'

const COURSE = { name: 'First aid', groupIds: [1], active: true, published: true, requiresRegistration: true }

/** Makes the course for which people are registered, unless it is there. */
export async function putCourse(operator: Client): Promise<void> {
  const { status, body } = await operator.put('/admin/courses/1/', COURSE)
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
}

/** Registers somebody with this address for the course, which leads to an e-mail. */
export async function register(caller: Client, email: string, preferredLanguage = '') {
  const user = { loginName: email, firstName: 'Zoë', lastName: 'Müller', email, preferredLanguage }
  const { id: userId } = expectBody(await caller.post('/users/', user), 201)
  const { id } = expectBody(await caller.post('/registrations/', { courseId: 1, userId }), 201)
  return { id, userId } as { id: number; userId: number }
}

/** Waits until the e-mail about a registration has been sent. @returns its status */
export const untilSent = (caller: Pick<Client, 'get'>, id: number, timeoutMs?: number): Promise<string> =>
  eventually(async () => {
    const { status } = (await caller.get(`/registrations/${id}/notification/`)).body as { status: string }
    if (status !== 'sent') throw new Error(`the e-mail is ${status}`)
    return status
  }, timeoutMs)
