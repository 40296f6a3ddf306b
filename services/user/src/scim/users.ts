import type { Call, Handler } from '../../../platform/contract/operation.ts'
import { schemaValidator, type Schemas } from '../../../platform/contract/schema.ts'
import type { Scope } from '../../../platform/domain/account.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import { NotFound } from '../../../platform/errors.ts'
import { requireConditions } from '../../../platform/http/conditional.ts'
import type { Ids } from '../../../platform/store/counters.ts'
import type { Groups } from '../groups/repository.ts'
import { addToGroups } from '../users/create.ts'
import type { Users } from '../users/repository.ts'
import { LoginNameTaken, NameMissing } from '../errors.ts'
import {
  changedBy,
  groupOfNewUser,
  markDeleted,
  newUser,
  requireVisible,
  type User,
  type Writer,
} from '../users/rules.ts'
import { tellingMerged } from '../users/telling-merged.ts'
import { attributesBelow, EXTENSION_SCHEMA } from './attributes.ts'
import { findUsers } from './find-users.ts'
import { presentScimUser, tagOf, toPatch } from './mapping.ts'
import { readPatch } from './patch.ts'
import { listOf, locationHeaderOf, readId, readScimPage, selectAttributes, selectorOf } from './resource.ts'
import { applyPatch, reactivate, type DirectoryPatch } from './rules.ts'
import { Values } from './values.ts'

interface Deps {
  users: Pick<Users, 'find' | 'findByUpsertKeys' | 'findByExternalId' | 'list' | 'count' | 'add' | 'change'>
  groups: Pick<Groups, 'protectFromDeletion'>
  userIds: Pick<Ids, 'next'>
  clock: Clock
  publicUrl: string
}

/** What responses with users need. */
type Shown = 'clock' | 'publicUrl'

interface Listing extends Pick<Deps, Shown> {
  users: Parameters<typeof findUsers>[0]
}

/** The operations that return users. */
type UserCall = Call<'listScimUsers' | 'createScimUser' | 'getScimUser' | 'replaceScimUser' | 'patchScimUser'>

const validateNew = schemaValidator('UserInput')
const validateChange = schemaValidator('UserUpdateInput')

export const listScimUsers =
  ({ users, publicUrl, clock }: Listing): Handler<'listScimUsers'> =>
  async (call) => {
    const page = readScimPage(call.query)
    const found = await findUsers(users, call.query.filter, call.scope, page)
    const now = clock.now()
    const select = selectorOf(call.query)
    const resources = found.users.map((user) => select(presentScimUser(user, now, { ...call, publicUrl })))
    return { status: 200, body: listOf(resources as Schemas['ScimUser'][], found.total, page.offset) }
  }

export const getScimUser =
  ({ users, ...deps }: Pick<Deps, 'users' | Shown>): Handler<'getScimUser'> =>
  async (call) => {
    const user = await users.find(requireId(call.path.id))
    if (!user || user.deleted) throw new NotFound()
    requireVisible(user, call.scope)
    return { status: 200, ...response(user, call, deps) }
  }

export const createScimUser =
  (deps: Deps): Handler<'createScimUser'> =>
  async (call) => {
    const now = deps.clock.now()
    const patch = toPatch(readResource(call), validateNew)
    const user = await withScimNames(
      call.scope,
      async () => (await reactivateReturning(deps, call, patch)) ?? (await addNew(deps, call, patch, now)),
    )
    const { publicUrl } = deps
    const { body, etag } = response(user, call, deps)
    return {
      status: 201,
      body,
      etag,
      headers: { location: locationHeaderOf(`/Users/${user.id}`, { ...call, publicUrl }) },
    }
  }

/** @returns undefined when no user, or only a deleted one, has the external id */
async function reactivateReturning(
  { users }: Deps,
  { account, scope, trace }: Call<'createScimUser'>,
  patch: DirectoryPatch,
): Promise<User | undefined> {
  const { externalId } = patch.fields
  const known = externalId ? await users.findByExternalId(externalId) : undefined
  if (!known) return undefined
  try {
    const { user } = await users.change(known.id, trace, (before, now) =>
      changedBy(writerOf(account), { before, after: reactivate(before, patch, scope, now) }),
    )
    return user
  } catch (error) {
    // Deleted meanwhile, so the external id is free.
    if (error instanceof NotFound) return undefined
    throw error
  }
}

async function addNew(
  deps: Deps,
  { account, scope, trace }: Call<'createScimUser'>,
  patch: DirectoryPatch,
  now: Date,
): Promise<User> {
  const groupIds = [groupOfNewUser(undefined, account, scope)]
  const expirationDate = patch.active === false ? now : null
  const managedBy = writerOf(account).source
  const fields = { ...patch.fields, expirationDate, groupIds, managedBy }
  const user = { ...newUser(fields, now), id: await deps.userIds.next() }
  return await addToGroups(deps, user, trace)
}

export const replaceScimUser =
  ({ users, ...deps }: Deps): Handler<'replaceScimUser'> =>
  async (call) => {
    const { texts, active } = readResource(call)
    const patch = toPatch({ texts: { ...clearedBy(call.body), ...texts }, active }, validateChange)
    const user = await change(users, call, patch)
    return { status: 200, ...response(user, call, deps) }
  }

export const patchScimUser =
  ({ users, ...deps }: Deps): Handler<'patchScimUser'> =>
  async (call) => {
    const values = readPatch(call.body, { strict: isStrict(call) })
    logIgnored(call, values)
    const patch = toPatch(values, validateChange)
    const user = await change(users, call, patch)
    return { status: 200, ...response(user, call, deps) }
  }

export const deleteScimUser =
  ({ users }: Pick<Deps, 'users'>): Handler<'deleteScimUser'> =>
  async (call) => {
    await users.change(requireId(call.path.id), call.trace, (user, now) => {
      requireAccess(user, call, now)
      return changedBy(writerOf(call.account), { before: user, after: markDeleted(user, now) })
    })
    return { status: 204, body: undefined }
  }

type ChangeCall = Call<'replaceScimUser'> | Call<'patchScimUser'> | Call<'deleteScimUser'>

const change = (users: Deps['users'], call: ChangeCall, patch: DirectoryPatch): Promise<User> =>
  withScimNames(call.scope, async () => {
    const changed = await users.change(requireId(call.path.id), call.trace, (user, now) => {
      requireAccess(user, call, now)
      return changedBy(writerOf(call.account), { before: user, after: applyPatch(user, patch, now) })
    })
    return changed.user
  })

/** A directory has one source. */
const writerOf = ({ scimSource = '', scimTakeOver = false }: UserCall['account']): Writer => ({
  source: scimSource,
  takesOver: scimTakeOver,
})

/** Says in the words of SCIM what the rules of users have rejected. */
async function withScimNames<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
  try {
    return await tellingMerged(scope, work)
  } catch (error) {
    if (error instanceof NameMissing) throw new NameMissing(['name.givenName', 'name.familyName'])
    if (!(error instanceof LoginNameTaken)) throw error
    throw new LoginNameTaken('Another user has this userName. Look the user up by it, or send another one.')
  }
}

/** @throws UserOutOfReach, PreconditionFailed */
function requireAccess(user: User, { scope, header }: ChangeCall, now: Date): void {
  requireVisible(user, scope)
  requireConditions(header, () => tagOf(user, now))
}

function readResource(call: Call<'createScimUser'> | Call<'replaceScimUser'>): Values {
  const values = new Values({ strict: isStrict(call) })
  values.setAll(call.body)
  completeName(values.texts)
  logIgnored(call, values)
  return values
}

/** A resource has the whole name: directories leave out what a person with one name does not have. */
function completeName(texts: Values['texts']): void {
  const parts = attributesBelow('name.')
  if (parts.some((part) => texts[part])) for (const part of parts) texts[part] ??= ''
}

/**
 * What a replacement removes by leaving it out: the language and the address; and custom fields, if the
 * directory knows of them.
 */
function clearedBy(body: object): Values['texts'] {
  const hasExtension = Object.keys(body).some((key) => key.toLowerCase() === EXTENSION_SCHEMA.toLowerCase())
  const parents = ['addresses.', ...(hasExtension ? [`${EXTENSION_SCHEMA}:`] : [])]
  const cleared = ['preferredLanguage', ...parents.flatMap(attributesBelow)]
  return Object.fromEntries(cleared.map((attribute) => [attribute, '']))
}

const isStrict = ({ account }: Pick<UserCall, 'account'>): boolean => account.scimStrict === true

function logIgnored({ log }: Pick<UserCall, 'log'>, { ignored }: Values): void {
  if (ignored.size > 0) log.info({ attributes: [...ignored] }, 'attributes that are not stored were ignored')
}

/** @throws NotFound */
function requireId(text: string): number {
  const id = readId(text)
  if (id === undefined) throw new NotFound()
  return id
}

type ShownCall = Pick<UserCall, 'rawPath' | 'query'>

function response(user: User, { rawPath, query }: ShownCall, { clock, publicUrl }: Pick<Deps, Shown>) {
  const now = clock.now()
  const resource = presentScimUser(user, now, { rawPath, publicUrl })
  return { body: selectAttributes(resource, query) as Schemas['ScimUser'], etag: tagOf(user, now) }
}
