import type { IdempotencyKeys } from '../../../platform/store/idempotency-keys.ts'
import type { JobStep } from '../../../platform/store/long-job.ts'
import type { Clock } from '../../../platform/domain/time.ts'
import type { NotificationServiceClient } from '../clients/notification-service.ts'
import { ERASED_PAGE_SIZE, type RegistrationServiceClient } from '../clients/registration-service.ts'
import type { Users } from '../users/repository.ts'
import { waitsForRegistration, type ErasureProgress, type ErasureRecord } from './record.ts'
import type { Erasures } from './repository.ts'
import type { WorkingService } from '../service-work/rules.ts'

export interface EraseDeps {
  readonly users: Pick<Users, 'erase'>
  readonly keys: Pick<IdempotencyKeys, 'eraseUser'>
  readonly registrationService: Pick<
    RegistrationServiceClient,
    'eraseRegistrations' | 'listErasedRegistrations'
  >
  readonly notificationService: Pick<NotificationServiceClient, 'eraseDeliveries'>
  readonly erasures: Pick<Erasures, 'finish'>
  readonly stepSize: number
  readonly clock: Clock
}

type Step = (
  deps: EraseDeps,
  record: ErasureRecord,
  progress: ErasureProgress,
) => Promise<JobStep<ErasureProgress>>

const BEGIN: ErasureProgress = { records: 0, after: 0, afterRegistrationId: 0 }

/** A step of the job that erases the part of a service. */
export const eraseIn =
  (service: WorkingService, deps: EraseDeps) =>
  async (record: ErasureRecord, begun = BEGIN): Promise<JobStep<ErasureProgress>> => {
    const step = await STEPS[service](deps, record, begun)
    if (!step.isLast || waitsForRegistration(service, record)) return step
    const { _id: userId, eventId } = record
    const { records } = step.progress
    await deps.erasures.finish({ userId, eventId, service, records, at: deps.clock.now() })
    return step
  }

const STEPS: Readonly<Record<WorkingService, Step>> = {
  async user({ users, keys, stepSize }, { _id: userId, services, trace }, progress) {
    const isChanged = await users.erase(userId, trace)
    const keyCount = await keys.eraseUser(userId, [userId], stepSize)
    const before = progress === BEGIN ? services.user.records : progress.records
    const records = before + (isChanged ? 1 : 0) + keyCount
    return { progress: { ...progress, records }, isLast: keyCount < stepSize }
  },

  async registration({ registrationService }, { _id: userId, withRegistrations, trace }, progress) {
    const body = { withRegistrations, after: progress.after }
    const { done, ...reached } = await registrationService.eraseRegistrations(userId, body, trace)
    return { progress: { ...progress, ...reached }, isLast: done }
  },

  /**
   * The first step runs as soon as the erasure is ordered, and cancels e-mails that wait. The others follow
   * when the registration service has finished: it names the user's registrations, by which dead letters are
   * found that do not name the user.
   */
  async notification({ registrationService, notificationService }, record, progress) {
    const { _id: userId, trace } = record
    const { after, afterRegistrationId } = progress
    const isFirstStep = waitsForRegistration('notification', record)
    const registrationIds = isFirstStep
      ? []
      : await registrationService.listErasedRegistrations(userId, afterRegistrationId, trace)
    const body = { registrationIds, after }
    const { done, ...reached } = await notificationService.eraseDeliveries(userId, body, trace)
    const isLastPage = registrationIds.length < ERASED_PAGE_SIZE
    return {
      progress: {
        ...reached,
        afterRegistrationId: done ? (registrationIds.at(-1) ?? afterRegistrationId) : afterRegistrationId,
      },
      isLast: isFirstStep || (done && isLastPage),
    }
  },
}
