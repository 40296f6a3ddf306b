import type { System } from '../../../testing/clients/system.ts'
import { bearer, client, type Client, type TestResponse } from '../../../testing/client.ts'
import { eventually } from '../../../testing/eventually.ts'
import { REGISTRATION_EVENTS } from '../../../testing/notification/webhooks.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody } from '../../../testing/portal.ts'
import { grantsIn, SCOPES, type ScopeName } from './crowd.ts'
import { Names, NOWHERE } from './names.ts'
import type { Outside } from './outside.ts'

/** What other services do later. */
const until = (status: number, send: () => Promise<TestResponse>) =>
  eventually(async () => expectBody(await send(), status), 30_000)

/** One fewer than an account may have. */
const FORMER_ENDPOINTS = 19

/** Of a request of a former account, for each operation that takes a key. */
export const FORMER_KEY = { 'idempotency-key': 'former' }

/** Two operators, with the same rights. */
export const SECOND_OPERATOR = 'operator-token-of-the-tests-1'

/**
 * Builds a portal: an account in its group, what it may see, which is the same in every portal, and what it
 * may not see. All texts begin with the tag of the portal.
 */
export class Portal extends Names {
  readonly #system: System
  readonly #operators: readonly Client[]
  readonly #outside: Outside
  readonly #base: number
  readonly #scopes: readonly ScopeName[]
  readonly #accounts = new Map<ScopeName, Client>()
  readonly #receiverUrl: string
  /** What is left of each limit when an account calls for the first time. */
  readonly firstLeft: string[] = []
  /** The groups in which the account has no other role. */
  #onlyOneRole: Readonly<Record<string, number>> = {}
  /** The ids of hidden people who have no name here. */
  #strangers: readonly number[] = []
  /** Of the account that had the id of the first one before. */
  #formerEndpoint: number | undefined
  /** Sees everything. */
  #witness: Client | undefined
  readonly #merges: { readonly from: number; readonly into: number }[] = []

  /** @param receiverUrl of the endpoints of its accounts */
  constructor(
    system: System,
    number: number,
    outside: Outside,
    { receiverUrl, scopes }: { readonly receiverUrl: string; readonly scopes: readonly ScopeName[] },
  ) {
    // All tags are equally long.
    super(`t${number}-`)
    this.#base = number * 1_000
    this.#system = system
    this.#receiverUrl = receiverUrl
    this.#scopes = scopes
    this.set('url.inside.0', receiverUrl)
    this.#outside = outside
    this.#operators = [system.operator, client(system.adminUrl, bearer(SECOND_OPERATOR))]
  }

  /** Calls as the account with this scope. */
  as(scope: ScopeName): Client {
    return this.#accounts.get(scope) as Client
  }

  async build(): Promise<this> {
    const { hasParent, isIdUsedAgain } = this.#outside
    const above = await this.#putGroup(1, 'outside.1')
    await this.#putGroup(2, 'outside.0')
    await this.#putGroup(3, 'inside.0', hasParent ? above : null)
    this.#onlyOneRole = {
      [ATTENDANCE]: await this.#putGroup(40, 'roles.0'),
      [ADMINISTRATOR]: await this.#putGroup(41, 'inside.2'),
    }
    await this.#putGroup(42, 'parted.0')
    await this.#addAccounts()
    if (isIdUsedAgain) await this.#useAndDelete(await this.#putGroup(4, 'inside.1'))
    await this.#putGroup(4, 'inside.1', this.#inside)
    await this.#callFirst()
    await this.#addPeople()
    await this.#addCourses()
    await this.#addRegistrations()
    await this.#merge()
    await this.#addEarlierOwner()
    return this
  }

  get #inside(): number {
    return this.idOf('groupId.inside.0')
  }

  get #elsewhere(): number {
    return this.idOf('groupId.outside.0')
  }

  get #operator(): Client {
    return this.#operators[0] as Client
  }

  /** The id of a deleted group is free as soon as nobody is in it. */
  async #putGroup(offset: number, name: string, parentId: number | null = null): Promise<number> {
    const id = this.#base + offset
    this.set(`groupId.${name}`, id)
    const body = { name: this.text(`group-${offset}`), parentId }
    await until(201, () => this.#operator.put(`/admin/groups/${id}/`, body))
    return id
  }

  /** One for each scope. The first may have been another one before. */
  async #addAccounts(): Promise<void> {
    const { isAccountUsedAgain, hadGrant } = this.#outside
    const ids = SCOPES.map((_, i) => this.#base + 5 + i)
    if (isAccountUsedAgain) {
      const api = await this.#putAccount(ids[0] as number, 'former', grantsIn(this.#elsewhere))
      const names = { firstName: 'Ada', lastName: 'Byron', loginName: this.text('row') }
      const person = { ...names, email: this.text('row', 'email') }
      const courseId = this.#base + 92
      await this.#putCourse(courseId, { groupIds: [this.#elsewhere] })
      const { id: userId } = expectBody(await api.post('/users/', person, FORMER_KEY), 201)
      expectBody(await api.post('/registrations/', { courseId, userId }, FORMER_KEY), 201)
      for (const [kind, item] of Object.entries({ users: person, registrations: { courseId, userId } }))
        expectBody(await api.post(`/${kind}/batch/`, [item], FORMER_KEY), 200)
      for (let i = 0; i < FORMER_ENDPOINTS; i++) {
        const endpoint = { url: `${this.#receiverUrl}/former-${this.tag}`, events: ['registration.created'] }
        this.#formerEndpoint = expectBody(await api.post('/webhook-endpoints/', endpoint), 201).id
      }
      expectBody(await this.#operator.delete(`/admin/service-accounts/${ids[0]}/`), 204)
    }
    for (const [i, scope] of this.#scopes.entries()) {
      const [id, inPart] = [ids[i] as number, i === 0]
      const grants = [...grantsIn(this.#inside, scope), ...(inPart ? this.#grantsOfOneRole() : [])]
      const parted = inPart ? grantsIn(this.idOf('groupId.parted.0')) : []
      const first = [...grants, ...parted, ...(hadGrant ? grantsIn(this.#elsewhere) : [])]
      this.#accounts.set(scope, await this.#putAccount(id, scope, first))
      const now = { name: this.text(scope), grants: [...grants, ...parted] }
      if (hadGrant) expectBody(await this.#operator.put(`/admin/service-accounts/${id}/`, now), 200)
    }
  }

  /** Each service, before the minute is over in which a former account has called. */
  async #callFirst(): Promise<void> {
    for (const account of this.#accounts.values())
      for (const path of ['/users/', '/courses/', '/webhook-endpoints/']) {
        const { headers } = await account.get(path)
        this.firstLeft.push(headers.get('ratelimit')?.split(';t=', 1)[0] ?? 'no limit')
      }
  }

  #grantsOfOneRole() {
    return Object.entries(this.#onlyOneRole).map(([role, groupId]) => ({ role, groupId }))
  }

  async #putAccount(id: number, name: string, grants: object[]): Promise<Client> {
    const path = `/admin/service-accounts/${id}/`
    expectBody(await this.#operator.put(path, { name: this.text(name), grants }), 201)
    const key = expectBody(await this.#operator.post(`${path}keys/`, {}), 201)
    return client(this.#system.url, { 'x-api-key': key.keyId, 'x-api-secret': key.secret })
  }

  /** Whoever is in the group is deleted with it. */
  async #useAndDelete(groupId: number): Promise<void> {
    const id = this.#base + 9
    const api = await this.#putAccount(id, 'in-deleted-group', grantsIn(groupId))
    const courseId = this.#base + 90
    await this.#putCourse(courseId, { groupIds: [groupId] })
    const userId = await this.#addPerson('former', { groupIds: [groupId] })
    expectBody(await api.post('/registrations/', { courseId, userId }), 201)
    expectBody(await api.delete(`/users/${userId}/`), 204)
    expectBody(await this.#operator.delete(`/admin/courses/${courseId}/`), 204)
    expectBody(await this.#operator.delete(`/admin/service-accounts/${id}/`), 204)
    expectBody(await this.#operator.delete(`/admin/groups/${groupId}/`), 204)
  }

  /** @returns the ids */
  async #addRows(rows: readonly object[]): Promise<number[]> {
    if (rows.length === 0) return []
    const results = expectBody(await this.#operator.post('/admin/users/batch/', rows), 200)
    return results.map((result: { status: number; user: { id: number } }) => {
      if (result.status !== 201) throw new Error(`no person: ${JSON.stringify(result)}`)
      return result.user.id
    })
  }

  async #addPerson(name: string, fields: object): Promise<number> {
    const [id] = await this.#addRows([{ ...this.#textsOf(name), ...fields }])
    return id as number
  }

  #textsOf(name: string) {
    const text = this.text(name)
    return { firstName: 'Ada', lastName: text, loginName: text, email: `${text}@example.org` }
  }

  async #addPeople(): Promise<void> {
    const { order, withExternalId, isPersonElsewhere, hasTwin, strangers } = this.#outside
    for (let i = 0; i < 5; i++) {
      const groupIds = [
        this.#inside,
        ...(i === 1 ? [this.idOf('groupId.inside.1')] : []),
        ...(isPersonElsewhere ? [this.#elsewhere] : []),
      ]
      await this.#addNamed('inside', i, { email: i, externalId: i }, groupIds)
      if (i !== 1) continue
      const texts = Array.from({ length: strangers }, (_, n) => this.#textsOf(`stranger-${n}`))
      this.#strangers = await this.#addRows(texts.map((own) => ({ ...own, groupIds: [this.#elsewhere] })))
    }
    for (let i = 0; i < 3; i++) {
      const externalId = withExternalId.indexOf(i)
      const own = { email: order[i] as number, externalId: externalId < 0 ? undefined : externalId }
      await this.#addNamed('outside', i, own, [this.#elsewhere])
    }
    await this.#addNamed('parted', 0, { email: 0, externalId: 0 }, [this.idOf('groupId.parted.0')])
    const shared = this.valueOf('email.inside.4')
    this.set('email.shared.0', shared)
    if (hasTwin) await this.#addPerson('twin', { email: shared, groupIds: [this.#elsewhere] })
    await this.#addMerged()
  }

  /** Accounts that are merged: a visible one into a hidden person, one into a visible one, a hidden one. */
  async #addMerged(): Promise<void> {
    const { leftInto, wasGoneElsewhere, isHeldMerged } = this.#outside
    const own = { email: 0, externalId: 0 }
    await this.#addNamed('left', 0, own, [this.#inside])
    await this.#addNamed('gone', 0, own, [this.#inside, ...(wasGoneElsewhere ? [this.#elsewhere] : [])])
    await this.#addNamed('held', 0, own, [this.#elsewhere])
    const id = (name: string) => this.idOf(`userId.${name}`)
    this.#merges.push(
      { from: id('left.0'), into: id(`outside.${leftInto}`) },
      { from: id('gone.0'), into: id('inside.3') },
      ...(isHeldMerged ? [{ from: id('held.0'), into: id('outside.1') }] : []),
    )
  }

  /** @param own the indexes of the identifiers that the person has */
  async #addNamed(
    place: 'inside' | 'outside' | 'gone' | 'left' | 'held' | 'parted',
    index: number,
    own: { readonly email: number; readonly externalId: number | undefined },
    groupIds: readonly number[],
  ): Promise<void> {
    const texts: Record<string, string> = { loginName: this.text(`loginName-${place}-${index}`) }
    this.set(`loginName.${place}.${index}`, texts['loginName'] as string)
    for (const kind of ['email', 'externalId'] as const) {
      const i = own[kind]
      if (i === undefined) continue
      texts[kind] = this.text(`${kind}-${place}-${i}`, kind)
      this.set(`${kind === 'email' ? 'email' : 'userExternal'}.${place}.${i}`, texts[kind])
    }
    const isExpired = place === 'outside' && this.#outside.isExpired
    const fields = { ...texts, groupIds, ...(isExpired && { expirationDate: '2020-01-01T00:00:00Z' }) }
    this.set(`userId.${place}.${index}`, await this.#addPerson(`${place}-${index}`, fields))
  }

  /** After the registrations, which go over. Whoever is in a group inside because of that leaves it. */
  async #merge(): Promise<void> {
    for (const [i, { from, into }] of this.#merges.entries()) {
      await until(200, () => this.#operator.post(`/admin/users/${from}/merge/`, { into }))
      if (i === 0) await this.#leave(into, this.#inside)
    }
  }

  async #leave(userId: number, groupId: number): Promise<void> {
    expectBody(await this.#operator.delete(`/admin/groups/${groupId}/members/${userId}/`), 204)
    await eventually(async () => {
      const { body: shown } = await this.as('own').get(`/registrations/?user_id=${userId}`)
      if (shown.length > 0) throw new Error('the person is still shown')
    }, 30_000)
  }

  /** Somebody who had a login name and external ids that are free. */
  async #addEarlierOwner(): Promise<void> {
    const { earlierOwner } = this.#outside
    for (let i = 0; i < 3; i++) this.set(`userId.maybe.${i}`, this.#strangers[i] ?? NOWHERE - 1 - i)
    if (earlierOwner === 'none') return
    const names = { loginName: this.text('loginName-free-0'), externalId: this.text('userExternal-free-0') }
    const userId = await this.#addPerson('earlier-owner', { ...names, groupIds: [this.#elsewhere] })
    this.set('userId.maybe.0', userId)
    const api = await this.#putAccount(this.#base + 8, 'elsewhere', grantsIn(this.#elsewhere))
    const path = `/users/${userId}/`
    if (earlierOwner === 'renamed') {
      expectBody(await api.post(path, { loginName: this.text('renamed'), externalId: '' }), 200)
      return
    }
    const courseId = this.valueOf('courseId.outside.0')
    const externalId = this.text('registrationExternal-free-0')
    expectBody(await api.post('/registrations/', { courseId, userId, externalId }), 201)
    if (earlierOwner === 'deleted') expectBody(await api.delete(path), 204)
    else await until(200, () => this.#operator.post(`/admin${path}erase/`, { reason: 'request' }))
    await until(404, () => api.get(`/registrations/external/${externalId}/`))
  }

  async #putCourse(id: number, fields: object): Promise<void> {
    const body = { name: this.text(`course-${id - this.#base}`), ...fields }
    expectBody(await this.#operator.put(`/admin/courses/${id}/`, body), 201)
  }

  async #addCourses(): Promise<void> {
    const { order, groupsOfCourse } = this.#outside
    const [below, above] = [this.idOf('groupId.inside.1'), this.idOf('groupId.outside.1')]
    const others = [this.#elsewhere, above].slice(0, groupsOfCourse)
    for (const [place, i, groupIds] of [
      ['inside', 0, [this.#inside, below]],
      ['inside', 1, [below, ...others]],
      ['inside', 2, [this.#inside]],
      ['outside', 0, [this.#elsewhere]],
      ['outside', 1, [this.#elsewhere]],
      ['outside', 2, [this.#elsewhere]],
    ] as const) {
      const id = this.#base + (place === 'inside' ? 10 : 20) + i
      const name = this.text(`courseName-${place}-${i}`)
      const number = place === 'inside' ? i : (order[i] as number)
      const externalId = this.text(`courseExternal-${place}-${number}`)
      await this.#putCourse(id, { name, externalId, groupIds: [...groupIds] })
      this.set(`courseId.${place}.${i}`, id)
      this.set(`courseName.${place}.${i}`, name)
      this.set(`courseExternal.${place}.${number}`, externalId)
    }
  }

  async #addRegistrations(): Promise<void> {
    const { firstHolder, secondHolder, thirdHolder, isSecondOperator } = this.#outside
    const add = async (items: object[], operator = this.#operator): Promise<number[]> => {
      if (items.length === 0) return []
      const statusName = 'Approved'
      const rows = items.map((item) => ({ statusName, createdDate: '2019-03-01T08:00:00Z', ...item }))
      const results = expectBody(await operator.post('/admin/registrations/import/', rows), 200)
      return results.map((result: { status: number; registration: { id: number } }) => {
        if (result.status !== 201) throw new Error(`no registration: ${JSON.stringify(result)}`)
        return result.registration.id
      })
    }
    const addNamed = async (name: string, item: object, operator?: Client) => {
      const externalId = this.text(`registrationExternal-${name}`)
      const [id] = await add([{ ...item, externalId }], operator)
      this.set(`registrationId.${name}`, id as number)
      this.set(`registrationExternal.${name}`, externalId)
    }
    const course = (name: string) => this.idOf(`courseId.${name}`)
    const person = (name: string) => this.idOf(`userId.${name}`)
    for (let i = 0; i < 2; i++) {
      const item = { courseId: course(`inside.${i}`), userId: person(`inside.${i}`) }
      await addNamed(`inside.${i}`, item, this.#operators[i === 0 && isSecondOperator ? 1 : 0])
      if (i === 0) await add(this.#strangers.map((userId) => ({ courseId: course('inside.2'), userId })))
    }
    await addNamed('parted.0', { courseId: course('inside.2'), userId: person('parted.0') })
    for (const [i, { visible, status }] of [firstHolder, secondHolder, thirdHolder].entries()) {
      await addNamed(`outside.${i}`, {
        courseId: course(visible === 'course' ? 'inside.2' : `outside.${i}`),
        userId: person(visible === 'person' ? 'inside.2' : i === 2 ? 'held.0' : `outside.${i}`),
        statusName: status,
        ...(status === 'Completed' && { completionDate: '2019-03-28T16:30:00Z' }),
      })
    }
  }

  /** What happens outside while the account has the tags of what it has read. */
  async changeOutside(): Promise<void> {
    const { isCourseMoved, isPartedChanged } = this.#outside
    const userId = this.idOf('userId.parted.0')
    const own = { name: this.text('own'), grants: [...grantsIn(this.#inside), ...this.#grantsOfOneRole()] }
    expectBody(await this.#operator.put(`/admin/service-accounts/${this.#base + 5}/`, own), 200)
    for (const path of [`/users/${userId}/`, `/registrations/${this.valueOf('registrationId.parted.0')}/`])
      await until(403, () => this.as('own').get(path))
    const groups = [this.#inside, this.idOf('groupId.parted.0'), ...Object.values(this.#onlyOneRole)]
    const grants = groups.flatMap((id) => grantsIn(id))
    this.#witness = await this.#putAccount(this.#base + 60, 'witness', grants)
    if (isPartedChanged) {
      const path = `/registrations/${this.valueOf('registrationId.parted.0')}/withdraw/`
      expectBody(await this.#witness.post(path), 200)
      expectBody(await this.#witness.post(`/users/${userId}/`, { city: 'Oslo' }), 200)
    }
    if (!isCourseMoved) return
    const [id, externalId] = ['courseId', 'courseExternal'].map((kind) => this.valueOf(`${kind}.inside.0`))
    const name = this.valueOf('courseName.inside.0')
    const groupIds = [this.#inside, this.valueOf('groupId.inside.1'), this.#elsewhere]
    expectBody(await this.#operator.put(`/admin/courses/${id}/`, { name, externalId, groupIds }), 200)
  }

  /** Events of what the account has not the role to see, if there are any, and of what it sees. */
  async addEvents(): Promise<void> {
    const url = `${this.#receiverUrl}/roles-${this.tag}`
    const events = ['user.created', ...REGISTRATION_EVENTS]
    const { id } = expectBody(await this.as('own').post('/webhook-endpoints/', { url, events }), 201)
    this.set('endpointId.roles.0', id)
    const told = this.valueOf('userId.told.0')
    const { [ATTENDANCE]: withoutPeople, [ADMINISTRATOR]: withoutCourses } = this.#onlyOneRole
    if (this.#outside.hasOtherRole) {
      await this.#addPerson('in-other-role', { groupIds: [withoutPeople] })
      const courseId = this.#base + 91
      await this.#putCourse(courseId, { groupIds: [withoutCourses] })
      expectBody((await this.#witness?.post('/registrations/', { courseId, userId: told })) as never, 201)
    }
    const userId = await this.#addPerson('last', { groupIds: [this.#inside] })
    const courseId = this.valueOf('courseId.inside.1')
    for (const count of [1, 2]) {
      if (count === 2) expectBody(await this.as('own').post('/registrations/', { courseId, userId }), 201)
      await eventually(async () => {
        const { body } = await this.#operator.get(`/admin/webhook-deliveries/?endpointId=${id}`)
        if (body.length < count) throw new Error('the event is missing')
      }, 30_000)
    }
  }

  /** The endpoints of other accounts. */
  meet(neighbour: Portal): void {
    const ofNeighbour = neighbour.valueOf('endpointId.inside.0')
    this.set('endpointId.outside.0', ofNeighbour)
    this.set('endpointId.outside.1', this.#formerEndpoint ?? ofNeighbour)
  }

  /**
   * An endpoint that was told of the registration of a person who is still visible, and of others who have
   * left. Only these events are sent: registrations are imported otherwise.
   */
  async addEndpoint(): Promise<void> {
    const body = { url: `${this.#receiverUrl}/${this.tag}`, events: ['registration.created'] }
    const { id } = expectBody(await this.as('own').post('/webhook-endpoints/', body), 201)
    this.set('endpointId.inside.0', id)
    const courseId = this.valueOf('courseId.inside.2')
    const told: { userId: number; registrationId: number }[] = []
    for (let i = 0; i <= this.#outside.leavers; i++) {
      const loginName = this.text(`loginName-told-${i}`)
      const userId = await this.#addPerson(`told-${i}`, { loginName, groupIds: [this.#inside] })
      const created = await this.as('own').post('/registrations/', { courseId, userId })
      told.push({ userId, registrationId: expectBody(created, 201).id as number })
    }
    const [stays, ...leavers] = told as [(typeof told)[number], ...typeof told]
    this.set('userId.told.0', stays.userId)
    this.set('registrationId.told.0', stays.registrationId)
    const deliveries = await eventually(async () => {
      const path = `/admin/webhook-deliveries/?endpointId=${id}&status=delivered`
      const { body: found } = await this.#operator.get(path)
      if (found.length !== told.length) throw new Error(`${found.length} events are delivered`)
      return found as { id: number; recordId: number }[]
    }, 30_000)
    for (const { userId } of leavers) {
      expectBody(await this.#operator.put(`/admin/groups/${this.#elsewhere}/members/${userId}/`), 204)
      await this.#leave(userId, this.#inside)
    }
    for (const { id: delivery, recordId } of deliveries)
      this.set(`deliveryId.${recordId === stays.registrationId ? 'inside' : 'outside'}.0`, delivery)
  }
}
