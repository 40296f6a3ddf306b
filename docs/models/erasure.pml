/* The erasure of a person, against requests and messages in progress, crashes and restored databases.
 * R is the registration service, N the notification service. A typical run:
 *   1. A request registers the person: R inserts the registration with its event, and stores the response.
 *   2. The relay publishes the event. N stores the e-mail, and its sender sends it.
 *   3. An operator orders the erasure. A job of the user service for each of R and N has it write a tombstone
 *      and erase what it holds. That for N then waits.
 *   4. When R has finished, N erases again, because R may have sent a message meanwhile. Then N has finished.
 *   5. When the request is over, both erase once more what it may have written: the second pass, R before N.
 * In each run a message about an earlier change of the person comes late, and brings a copy. At most FAULTS
 * times, a process crashes, or R, N or the user service is restored from an earlier backup.
 *
 * Words (docs/reliability.md explains the notation):
 *   tombstone: the record in R or N that the person was erased
 *   look: after writing data, look for a tombstone; if there is one, erase at once. The relay does so for the
 *     insert. No process does so for a response: only the second pass erases it.
 *   job: of the user service, one for R and one for N; a process claims it, and begins again after a crash
 *   receipt: what the user service shows: finished, when both have finished the first pass
 *   repeat: after a restore of any service, the operator repeats the order
 *
 * The steps, in the order of this file, and the function that performs each, by files in services/:
 *   user/src/erasures/order.ts: order = order
 *   registration/src/registrations/register.ts: lookUp = evaluateAll, insert = insertAllowed
 *   platform/store/idempotency-keys.ts: storeResponse = storeResponse
 *   platform/store/outbox.ts: claimEvent = claim; platform/messaging/relay.ts: publish = #publish
 *   registration/src/copies/refresh.ts: lookAtEvent = refreshNew
 *   platform/erasure/eraser.ts: eraseOfEvent = eraseAgainAmong; platform/store/outbox.ts: mark = markPublished
 *   registration/src/copies/refresh.ts: writeLate = usersChanged, lookLate = usersChanged
 *   platform/erasure/eraser.ts: eraseLate = eraseAgainAmong
 *   notification/src/emails/on-registration-created.ts: storeEmail = onRegistrationCreated
 *   notification/src/emails/email-sender.ts: lookBeforeSend = #endIfErasedOrSuperfluous
 *   platform/erasure/eraser.ts: eraseEmail = eraseAgainIfErased
 *   notification/src/emails/repository.ts: begin = #beginAll
 *   platform/store/long-job.ts: claimJob = #run; platform/erasure/repository.ts: put = put
 *   platform/erasure/eraser.ts: eraseRecords = #step; platform/store/idempotency-keys.ts: eraseKeys = eraseUser
 *   user/src/erasures/repository.ts: finish = writeReceipt; user/src/erasures/passes.ts: endPass = finalUpdate
 */
#define FAULTS 1
#define fault (faults < FAULTS) -> faults++
#define R 0
#define N 1
mtype = { notDue, due, leased, later } /* whether a process may claim a job; later: in the second pass */
mtype = { idle, lookedUp, inserted, over, claimed, published, found, looked, kept, hasPut, erased, keysErased,
  finished }
bool inRegistration, inEvent, inResponse, inMessage, inEmail /* where data of the person is */
bool wasInserted, hasEmail, emailWaits /* R and N have had data; the e-mail was neither sent nor cancelled */
bool tombstone[2], hasFinished, receiptShows[2] /* hasFinished: N; receiptShows: R and N */
bool isHeld[2], isOld[2] /* whether the claim of the job holds; whether it works for an earlier order */
byte passes[2] /* how many R and N have finished */
bool isOrdered, mustRepeat, sentLate, atRest; byte faults
mtype job[2] = notDue, jobStep[2] = idle, request = idle, relay = idle, sender = idle, lateCopy = idle
#define isFinished (receiptShows[R] && receiptShows[N] && !mustRepeat)
#define isIdle (request == over && relay == idle && sender == idle && lateCopy == over && !inEvent)

/* Nothing about the person remains or comes back, whatever was late, lost or restored. */
ltl nothingRemains { [] (atRest -> !inRegistration && !inEvent && !inResponse && !inEmail && !inMessage) }
/* If the receipt says "finished" and nothing is in progress, only responses wait for the second pass. */
ltl receiptIsTrue { [] (isFinished && isIdle && !inMessage && !emailWaits -> !inRegistration && !inEmail) }
/* No attempt of an e-mail begins after the notification service has finished. */
ltl noLateEmail { [] !sentLate }
/* Every erasure is finished in the end. */
ltl receiptComes { [] (atRest -> isFinished) }
/* In the end: an erasure that was ordered is finished. */
ltl endsInTime { [] (isOrdered -> <> isFinished) }

/* The user service. Callers are kept out after a restore until the operator has repeated the order. */
inline order() { !isOrdered || mustRepeat -> isOrdered = true; mustRepeat = false
  receiptShows[R] = false; receiptShows[N] = false; passes[R] = 0; passes[N] = 0; job[R] = due; job[N] = due
  isHeld[R] = false; isHeld[N] = false; isOld[R] = jobStep[R] != idle; isOld[N] = jobStep[N] != idle }
/* A restored service was stopped meanwhile. Its event, or its e-mail, may have waited in the backup. */
#define isStopped(s) (jobStep[s] == idle)
proctype UserService() { do
  :: atomic { order() }
  :: atomic { isOrdered && wasInserted && request == over && relay == idle && isStopped(R) && fault
     tombstone[R] = false; mustRepeat = true; inRegistration = true; inResponse = true
     if :: inEvent = true :: true fi }
  :: atomic { isOrdered && hasEmail && sender == idle && isStopped(N) && fault; tombstone[N] = false
     mustRepeat = true; hasFinished = false; inEmail = true; if :: emailWaits = true :: true fi }
  :: atomic { isOrdered && isStopped(R) && isStopped(N) && fault; mustRepeat = true /* the order is forgotten */
     job[R] = notDue; job[N] = notDue; passes[R] = 0; passes[N] = 0
     receiptShows[R] = false; receiptShows[N] = false }
  :: timeout -> atRest = true; break
  od }

/* R: the request, the relay, the late message. After a crash, all but the request begin again. */
#define eraseAllInR inRegistration = false; inEvent = false; inResponse = false
inline lookUp() { request == idle -> request = (isOrdered -> over : lookedUp) } /* over: rejected as erased */
inline insert() { request == lookedUp -> request = inserted
  inRegistration = true; inEvent = true; wasInserted = true }
inline storeResponse() { request == inserted -> inResponse = true; request = over }
inline claimEvent() { relay == idle && inEvent -> relay = claimed } /* in memory, which is not erased */
inline publish() { relay == claimed -> inMessage = true; relay = published }
inline lookAtEvent() { relay == published -> relay = (tombstone[R] -> found : looked) }
inline eraseOfEvent() { relay == found -> eraseAllInR; relay = looked }
inline mark() { relay == looked -> relay = idle; inEvent = false }
inline writeLate() { lateCopy == idle -> inRegistration = true; lateCopy = kept }
inline lookLate() { lateCopy == kept -> lateCopy = (tombstone[R] -> found : over) }
inline eraseLate() { lateCopy == found -> eraseAllInR; lateCopy = over }
proctype Registration() { do
  :: atomic { lookUp() } :: atomic { insert() } :: atomic { storeResponse() } :: atomic { claimEvent() }
  :: atomic { publish() } :: atomic { lookAtEvent() } :: atomic { eraseOfEvent() } :: atomic { mark() }
  :: atomic { writeLate() } :: atomic { lookLate() } :: atomic { eraseLate() }
  :: atomic { request != idle && request != over && fault; request = over }
  :: atomic { relay != idle && fault; relay = idle }
  :: atomic { (lateCopy == kept || lateCopy == found) && fault; lateCopy = idle }
  od }

/* N: the message and the sender. An erased e-mail is not stored again. */
inline storeEmail() { inMessage -> inMessage = false
  if :: !hasEmail -> hasEmail = true; inEmail = true; emailWaits = true :: else fi }
inline lookBeforeSend() { sender == idle && emailWaits -> sender = (tombstone[N] -> found : looked) }
inline eraseEmail() { sender == found -> inEmail = false; emailWaits = false; sender = idle }
inline begin() { sender == looked -> sender = idle /* no attempt, if an erasure has cancelled the e-mail */
  if :: emailWaits -> emailWaits = false; sentLate = sentLate || hasFinished :: else fi }
proctype Notification() { do
  :: atomic { storeEmail() } :: atomic { lookBeforeSend() } :: atomic { eraseEmail() } :: atomic { begin() }
  :: atomic { sender != idle && fault; sender = idle } /* crash */
  od }

/* The job for s, R or N. That for N waits until R has finished the pass, which makes it due. */
inline claimJob() { jobStep[s] == idle && job[s] == due -> job[s] = leased; isHeld[s] = true; isOld[s] = false
  waits = s == N && passes[R] <= passes[N]; jobStep[s] = claimed }
inline put() { jobStep[s] == claimed -> tombstone[s] = true; jobStep[s] = hasPut }
inline eraseRecords() { jobStep[s] == hasPut -> jobStep[s] = erased
  if :: s == R -> inRegistration = false; inEvent = false
     :: else -> inEmail = false; emailWaits = false; jobStep[s] = keysErased fi } /* N has no keys */
inline eraseKeys() { jobStep[s] == erased -> jobStep[s] = keysErased; inResponse = false }
inline finish() { jobStep[s] == keysErased -> jobStep[s] = finished
  if :: !waits && !isOld[s] -> receiptShows[s] = true; hasFinished = hasFinished || s == N :: else fi }
/* A process that works on N does not know that R has finished, and loses its claim. */
#define continueInN if :: passes[R] == 1 || job[N] == notDue -> job[N] = due :: else fi; isHeld[N] = false
inline endPass() { jobStep[s] == finished -> jobStep[s] = idle
  if :: isHeld[s] && waits -> job[s] = notDue
     :: isHeld[s] && !waits -> passes[s]++; job[s] = (passes[s] == 1 -> later : notDue)
        if :: s == R -> continueInN :: else fi
     :: else fi; waits = false; isHeld[s] = false }
proctype Job(byte s) { bool waits; do
  :: atomic { claimJob() } :: atomic { put() } :: atomic { eraseRecords() } :: atomic { eraseKeys() }
  :: atomic { finish() } :: atomic { endPass() }
  :: atomic { jobStep[s] == idle && job[s] == leased -> job[s] = due } /* lease ends */
  :: atomic { jobStep[s] != idle && fault; jobStep[s] = idle; waits = false; isOld[s] = false } /* crash */
  :: atomic { job[s] == later && jobStep[s] == idle && request == over -> job[s] = due }
  od }
init { atomic { run Registration(); run Notification(); run Job(R); run Job(N); run UserService() } }
