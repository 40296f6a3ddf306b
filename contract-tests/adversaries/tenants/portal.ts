import type { System } from '../../../testing/clients/system.ts'
import { bearer, client, type Client } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody } from '../../../testing/portal.ts'

/** What differs between two portals: all of it is outside the scope of the account. */
export interface Outside {
  /** Whether the group of the account has a group above it. */
  readonly hasParent: boolean
  /** Whether the group below it has the id of a deleted group, in which people and courses were deleted. */
  readonly isIdUsedAgain: boolean
  /** The order in which three people have three e-mail addresses, and three courses three numbers. */
  readonly order: readonly number[]
  /** Which two of the three people have the two external ids. */
  readonly withExternalId: readonly number[]
  /** Further groups of a visible course. */
  readonly groupsOfCourse: number
  /** Whether a visible person is in another group too, and has a registration there. */
  readonly isPersonElsewhere: boolean
  /** How many people have left the groups of the account, of whom its endpoint was told before. */
  readonly leavers: number
  /** Whether one token or the other was used for the import. */
  readonly isSecondOperator: boolean
}

export const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]
/** No record has it. */
const NOWHERE = 999_999_999

/** Two operators, with the same rights. */
export const SECOND_OPERATOR = 'operator-token-of-the-tests-1'

/**
 * Builds a portal: an account in its group, what it may see, which is the same in every portal, and what it
 * may not see. All texts begin with the tag of the portal.
 */
export class Portal {
  readonly tag: string
  readonly #system: System
  readonly #operators: readonly Client[]
  readonly #outside: Outside
  readonly #base: number
  /** What a name stands for: `userId.outside.1`. */
  readonly #values = new Map<string, string | number>()
  /** The names of ids, and `new 1`, `new 2` … for those that the responses brought. */
  readonly #names = new Map<string, string>()
  #news = 0
  api!: Client

  constructor(system: System, number: number, outside: Outside) {
    // All tags are equally long.
    this.tag = `t${number}-`
    this.#base = number * 1_000
    this.#system = system
    this.#outside = outside
    this.#operators = [system.operator, client(system.adminUrl, bearer(SECOND_OPERATOR))]
  }

  /** The value of a name. */
  valueOf(name: string): string | number {
    const [kind = '', place, index] = name.split('.')
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const isNumber = kind.endsWith('Id')
    // What does not exist is the same everywhere.
    return isNumber ? NOWHERE : this.#text(`${kind}-${place}-${index}`, kind)
  }

  /** The name of an id: what is not known yet is new, in the order in which it is shown. */
  nameOf(id: number, kind: 'record' | 'delivery' = 'record'): string {
    const key = `${kind} ${id}`
    const name = this.#names.get(key) ?? `new ${++this.#news}`
    this.#names.set(key, name)
    return name
  }

  #text(name: string, kind = ''): string {
    return `${this.tag}${name}${kind === 'email' ? '@example.org' : ''}`
  }

  #set(name: string, value: string | number): void {
    this.#values.set(name, value)
    if (typeof value !== 'number') return
    const key = `${name.startsWith('deliveryId') ? 'delivery' : 'record'} ${value}`
    if (!this.#names.has(key)) this.#names.set(key, name)
  }

  async build(): Promise<this> {
    const { hasParent, isIdUsedAgain } = this.#outside
    const [operator] = this.#operators as [Client]
    const group = async (offset: number, parentId: number | null) => {
      const id = this.#base + offset
      const body = { name: this.#text(`group-${offset}`), parentId }
      await eventually(async () => expectBody(await operator.put(`/admin/groups/${id}/`, body), 201), 30_000)
      return id
    }
    const [above, elsewhere] = [await group(1, null), await group(2, null)]
    const inside = await group(3, hasParent ? above : null)
    if (isIdUsedAgain) await this.#useAndDelete(await group(4, null))
    const below = await group(4, inside)
    for (const [name, id] of Object.entries({
      'inside.0': inside,
      'inside.1': below,
      'outside.0': elsewhere,
      'outside.1': above,
    }))
      this.#set(`groupId.${name}`, id)
    await this.#addPeople(inside, elsewhere)
    await this.#addCourses(inside, below, elsewhere, above)
    await this.#addRegistrations()
    const grants = [ATTENDANCE, ADMINISTRATOR].map((role) => ({ role, groupId: inside }))
    const { credential } = await this.#system.issueKey({ name: this.#text('account'), grants })
    this.api = client(this.#system.url, credential)
    return this
  }

  /** Whoever is in the group is deleted with it. */
  async #useAndDelete(groupId: number): Promise<void> {
    const [operator] = this.#operators as [Client]
    const grants = [ATTENDANCE, ADMINISTRATOR].map((role) => ({ role, groupId }))
    const former = await this.#system.issueKey({ name: this.#text('former'), grants })
    const api = client(this.#system.url, former.credential)
    const courseId = this.#base + 90
    await this.#putCourse(courseId, { groupIds: [groupId] })
    const userId = await this.#addPerson('former', { groupIds: [groupId] })
    expectBody(await api.post('/registrations/', { courseId, userId }), 201)
    expectBody(await api.delete(`/users/${userId}/`), 204)
    expectBody(await operator.delete(`/admin/courses/${courseId}/`), 204)
    expectBody(await operator.delete(`/admin/service-accounts/${former.accountId}/`), 204)
    expectBody(await operator.delete(`/admin/groups/${groupId}/`), 204)
  }

  async #addPerson(name: string, fields: object): Promise<number> {
    const [operator] = this.#operators as [Client]
    const texts = { firstName: 'Ada', lastName: this.#text(name), loginName: this.#text(name) }
    const row = { ...texts, email: this.#text(name, 'email'), ...fields }
    const [result] = expectBody(await operator.post('/admin/users/batch/', [row]), 200)
    if (result.status !== 201) throw new Error(`no person: ${JSON.stringify(result)}`)
    return result.user.id as number
  }

  async #addPeople(inside: number, elsewhere: number): Promise<void> {
    const { order, withExternalId, isPersonElsewhere } = this.#outside
    for (let i = 0; i < 5; i++) {
      const groupIds = [inside, ...(i === 2 && isPersonElsewhere ? [elsewhere] : [])]
      await this.#addNamed('inside', i, { email: i, externalId: i }, groupIds)
    }
    for (let i = 0; i < 3; i++) {
      const externalId = withExternalId.indexOf(i)
      const own = { email: order[i] as number, externalId: externalId < 0 ? undefined : externalId }
      await this.#addNamed('outside', i, own, [elsewhere])
    }
  }

  /** @param own the indexes of the identifiers that the person has */
  async #addNamed(
    place: 'inside' | 'outside',
    index: number,
    own: { readonly email: number; readonly externalId: number | undefined },
    groupIds: readonly number[],
  ): Promise<void> {
    const texts: Record<string, string> = { loginName: this.#text(`loginName-${place}-${index}`) }
    this.#set(`loginName.${place}.${index}`, texts['loginName'] as string)
    for (const kind of ['email', 'externalId'] as const) {
      const i = own[kind]
      if (i === undefined) continue
      texts[kind] = this.#text(`${kind}-${place}-${i}`, kind)
      this.#set(`${kind === 'email' ? 'email' : 'userExternal'}.${place}.${i}`, texts[kind])
    }
    this.#set(`userId.${place}.${index}`, await this.#addPerson(`${place}-${index}`, { ...texts, groupIds }))
  }

  async #putCourse(id: number, fields: object): Promise<void> {
    const [operator] = this.#operators as [Client]
    const body = { name: this.#text(`course-${id - this.#base}`), ...fields }
    expectBody(await operator.put(`/admin/courses/${id}/`, body), 201)
  }

  async #addCourses(inside: number, below: number, elsewhere: number, above: number): Promise<void> {
    const { order, groupsOfCourse } = this.#outside
    const others = [elsewhere, above].slice(0, groupsOfCourse)
    for (const [place, i, groupIds] of [
      ['inside', 0, [inside]],
      ['inside', 1, [below, ...others]],
      ['inside', 2, [inside]],
      ['outside', 0, [elsewhere]],
      ['outside', 1, [elsewhere]],
      ['outside', 2, [elsewhere]],
    ] as const) {
      const id = this.#base + (place === 'inside' ? 10 : 20) + i
      const name = this.#text(`courseName-${place}-${i}`)
      const number = place === 'inside' ? i : (order[i] as number)
      const externalId = this.#text(`courseExternal-${place}-${number}`)
      await this.#putCourse(id, { name, externalId, groupIds: [...groupIds] })
      this.#set(`courseId.${place}.${i}`, id)
      this.#set(`courseName.${place}.${i}`, name)
      this.#set(`courseExternal.${place}.${number}`, externalId)
    }
  }

  async #addRegistrations(): Promise<void> {
    const { isPersonElsewhere, isSecondOperator } = this.#outside
    const add = async (name: string, course: string, user: string, operator = this.#operators[0]) => {
      const item = {
        courseId: this.valueOf(`courseId.${course}`),
        userId: this.valueOf(`userId.${user}`),
        externalId: this.#text(`registrationExternal-${name}`),
        statusName: 'Approved',
        createdDate: '2019-03-01T08:00:00Z',
      }
      const path = '/admin/registrations/import/'
      const [result] = expectBody(await (operator as Client).post(path, [item]), 200)
      if (result.status !== 201) throw new Error(`no registration: ${JSON.stringify(result)}`)
      this.#set(`registrationId.${name}`, result.registration.id)
      this.#set(`registrationExternal.${name}`, item.externalId)
    }
    await add('inside.0', 'inside.0', 'inside.0', this.#operators[isSecondOperator ? 1 : 0])
    await add('inside.1', 'inside.1', 'inside.1')
    await add('outside.0', 'outside.0', isPersonElsewhere ? 'inside.2' : 'outside.1')
    await add('outside.1', isPersonElsewhere ? 'inside.2' : 'outside.1', 'outside.0')
  }

  /** The endpoint of another account. */
  meet(neighbour: Portal): void {
    this.#set('endpointId.outside.0', neighbour.valueOf('endpointId.inside.0'))
  }

  /**
   * An endpoint that was told of the registration of a person who is still visible, and of others who have
   * left. Only these events are sent: registrations are imported otherwise.
   */
  async addEndpoint(url: string): Promise<void> {
    const [operator] = this.#operators as [Client]
    const body = { url: `${url}/${this.tag}`, events: ['registration.created'] }
    const { id } = expectBody(await this.api.post('/webhook-endpoints/', body), 201)
    this.#set('endpointId.inside.0', id)
    const [inside, elsewhere] = [this.valueOf('groupId.inside.0'), this.valueOf('groupId.outside.0')]
    const courseId = this.valueOf('courseId.inside.2')
    const told: { userId: number; registrationId: number }[] = []
    for (let i = 0; i <= this.#outside.leavers; i++) {
      const loginName = this.#text(`loginName-told-${i}`)
      const userId = await this.#addPerson(`told-${i}`, { loginName, groupIds: [inside] })
      const created = await this.api.post('/registrations/', { courseId, userId })
      told.push({ userId, registrationId: expectBody(created, 201).id as number })
    }
    const [stays, ...leavers] = told as [(typeof told)[number], ...typeof told]
    this.#set('userId.told.0', stays.userId)
    this.#set('registrationId.told.0', stays.registrationId)
    const deliveries = await eventually(async () => {
      const path = `/admin/webhook-deliveries/?endpointId=${id}&status=delivered`
      const { body: found } = await operator.get(path)
      if (found.length !== told.length) throw new Error(`${found.length} events are delivered`)
      return found as { id: number; recordId: number }[]
    }, 30_000)
    for (const { userId } of leavers) {
      expectBody(await operator.put(`/admin/groups/${elsewhere}/members/${userId}/`), 204)
      expectBody(await operator.delete(`/admin/groups/${inside}/members/${userId}/`), 204)
      await eventually(async () => {
        const { body: shown } = await this.api.get(`/registrations/?user_id=${userId}`)
        if (shown.length > 0) throw new Error('the person is still shown')
      }, 30_000)
    }
    for (const { id: delivery, recordId } of deliveries)
      this.#set(`deliveryId.${recordId === stays.registrationId ? 'inside' : 'outside'}.0`, delivery)
  }
}
