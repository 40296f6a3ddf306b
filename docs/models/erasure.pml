/* The erasure of a person, against requests and messages in progress, lost messages and restored databases.
 *
 * A request registers the person under an idempotency key; the relay publishes the event; an e-mail is stored
 * and sent. A message about an earlier change of the person comes at any time. At any time an operator has
 * the person erased. Each of two services, R (registration) and N (notification), writes a tombstone, erases,
 * confirms, and erases once more when the request is over. At most FAULTS times in a run, a process crashes,
 * the broker loses all messages, or a database is restored from a backup made before the erasure, after which
 * the operator repeats the erasure.
 *
 * Actions, each with the function that performs it, by files in services/:
 *   platform/store/idempotency-keys.ts: storeResponse = storeResponse, eraseKeys = eraseUser
 *   notification/src/emails/on-registration-created.ts: storeEmail = onRegistrationCreated
 *   platform/erasure/repository.ts: put = put, eraseAgain = eraseAgain, confirm = confirm
 *   registration/src/registrations/register.ts: lookUp = evaluateAll, insert = insertAll
 *   notification/src/on-user-erased.ts: receiveN = runFirstPass, receiveFromR = runSecondPass
 *   user/src/erasures/repository.ts: repeat = repeatUnconfirmed, finish = finish
 *   platform/store/outbox.ts: claimEvent = claim, mark = markPublished
 *   registration/src/copies/on-user-erased.ts: receiveR = onUserErased
 *   registration/src/copies/refresh.ts: writeLate = usersChanged, lookLate = usersChanged
 *   platform/store/long-job.ts: claimJob = #run, endJob = #advance; user/src/erasures/erase.ts: order = erase
 *   notification/src/emails/sender.ts: lookBeforeSend = #attempt
 *   notification/src/emails/repository.ts: begin = #beginAll; platform/messaging/relay.ts: publish = #publish
 *   platform/erasure/erase-step.ts: eraseRecords = eraseStep
 *   platform/erasure/eraser.ts: look = eraseAgainAmong
 */
#ifndef FAULTS
#define FAULTS 1
#endif
#define fault (faults < FAULTS) -> faults++
#define R 0
#define N 1
mtype = { noTime, due, leased, later } /* when a service may erase; later: in the second pass */
mtype = { idle, lookedUp, inserted, over, held, published, looked, claimed, erased, keysErased, confirmed }
byte faults
bool inRegistration, inEvent, inResponse, inEmail, hasEmail, emailWaits, wasInserted
bool tombstone[2], toConfirm[2], needsSecond[2], isHeld[2], hasErased[2]
bool created, toErase[2], fromR, hasFinished[2] /* messages, and what the user service knows */
bool isOrdered, mustRepeat, sentLate, atRest
mtype time[2] = noTime, job[2] = idle, request = idle, relay = idle, sender = idle, lateCopy = idle
#define areDone (time[R] == later && time[N] == later)
#define isFinished (hasFinished[R] && hasFinished[N] && !mustRepeat)
#define isIdle (request == over && relay == idle && sender == idle && lateCopy == over)
#define isQuiet (isIdle && !created && !inEvent && !emailWaits)

/* Nothing about the person remains or comes back, whatever was late, lost or restored. */
ltl nothingRemains { [] (atRest -> !inRegistration && !inEvent && !inResponse && !inEmail && !created) }
/* When the receipt says "finished", only what was still in progress may be left. */
ltl receiptIsTrue { [] (isFinished && isQuiet && areDone -> !inRegistration && !inEmail) }
/* No attempt of an e-mail begins after the notification service has erased and confirmed. */
ltl noLateEmail { [] !sentLate }
/* Every erasure is finished in the end. */
ltl receiptComes { [] (atRest -> isFinished) }
/* In the end: an erasure that was ordered is finished. */
ltl endsInTime { [] (isOrdered -> <> isFinished) }

inline lookUp() { request == idle -> request = (isOrdered -> over : lookedUp) }
inline insert() { request == lookedUp -> request = inserted
  inRegistration = true; inEvent = true; wasInserted = true }
inline storeResponse() { request == inserted -> inResponse = true; request = over }
inline claimEvent() { relay == idle && inEvent -> relay = held } /* in memory, it may be erased meanwhile */
inline publish() { relay == held -> created = true; relay = published }
inline mark() { relay == published -> relay = idle; inEvent = false; look() }
/* Whatever has written data from a message or an event looks for a tombstone afterwards. */
inline look() { if :: tombstone[R] -> eraseAgain(R) :: else fi }
/* A message about a change of the person comes late; it brings a copy with it. */
inline writeLate() { lateCopy == idle -> inRegistration = true; lateCopy = published }
inline lookLate() { lateCopy == published -> lateCopy = over; look() }

inline storeEmail() { created -> created = false
  if :: !hasEmail -> hasEmail = true; inEmail = true; emailWaits = true :: else fi }
inline lookBeforeSend() { sender == idle && emailWaits && !(tombstone[N] && time[N] == due) ->
  if :: tombstone[N] -> eraseAgain(N) :: else -> sender = looked fi }
inline begin() { sender == looked -> sender = idle
  if :: emailWaits -> emailWaits = false; sentLate = sentLate || hasErased[N] :: else fi }

inline order() { !isOrdered || mustRepeat -> isOrdered = true; mustRepeat = false
  toErase[R] = true; toErase[N] = true; fromR = false
  hasFinished[R] = false; hasFinished[N] = false }
inline repeat() { isOrdered && !isFinished && !mustRepeat && !toErase[R] && !toErase[N] && !fromR &&
  !toConfirm[R] && !toConfirm[N] -> toErase[R] = true; toErase[N] = true }
inline receiveR() { toErase[R] -> put(R, true); toErase[R] = false }
inline receiveN() { toErase[N] -> put(N, false); toErase[N] = false }
inline receiveFromR() { fromR -> put(N, true); fromR = false }
inline finish() { if :: hasFinished[s] = true :: fault fi } /* or the message is lost */

inline put(s, confirms) { tombstone[s] = true
  if :: !toConfirm[s] -> toConfirm[s] = confirms; time[s] = due; isHeld[s] = false :: else fi }
inline eraseAgain(s) { time[s] = due; isHeld[s] = false }
inline claimJob() { job[s] == idle && time[s] == due -> time[s] = leased; isHeld[s] = true
  willConfirm = toConfirm[s]; job[s] = claimed }
inline eraseRecords() { job[s] == claimed -> job[s] = erased
  if :: s == R -> inRegistration = false; inEvent = false
     :: else -> inEmail = false; emailWaits = false; job[s] = keysErased fi }
inline eraseKeys() { job[s] == erased -> job[s] = keysErased; inResponse = false }
inline confirm() { job[s] == keysErased -> job[s] = confirmed
  if :: willConfirm -> hasErased[s] = true; fromR = fromR || s == R; finish() :: else fi }
inline endJob() { job[s] == confirmed -> job[s] = idle
  if :: isHeld[s] && willConfirm -> toConfirm[s] = false; needsSecond[s] = true; time[s] = later
     :: isHeld[s] && !willConfirm -> time[s] = (needsSecond[s] -> later : noTime)
     :: else fi; willConfirm = false; isHeld[s] = false }

proctype Registration() {
  do
  :: atomic { lookUp() } :: atomic { insert() } :: atomic { storeResponse() } :: atomic { claimEvent() }
  :: atomic { publish() } :: atomic { mark() } :: atomic { writeLate() } :: atomic { lookLate() }
  :: atomic { receiveR() }
  :: atomic { request != idle && request != over && fault; request = over } /* crash */
  :: atomic { relay != idle && fault; relay = idle }
  :: atomic { lateCopy == published && fault; lateCopy = idle }
  od }
proctype Notification() {
  do
  :: atomic { storeEmail() } :: atomic { lookBeforeSend() } :: atomic { begin() } :: atomic { receiveN() }
  :: atomic { receiveFromR() }
  :: atomic { sender != idle && fault; sender = idle } /* crash */
  od }
proctype Job(byte s) { bool willConfirm
  do
  :: atomic { claimJob() } :: atomic { eraseRecords() } :: atomic { eraseKeys() } :: atomic { confirm() } ::
     atomic { endJob() }
  :: atomic { job[s] != idle && fault; job[s] = idle; willConfirm = false } /* crash */
  :: atomic { job[s] == idle && time[s] == leased -> time[s] = due } /* the lease ends */
  :: atomic { time[s] == later && job[s] == idle && request == over -> needsSecond[s] = false; time[s] = due }
  od }
#define loseTombstone(s) tombstone[s] = false; toConfirm[s] = false; needsSecond[s] = false; time[s] = noTime
proctype User() {
  do
  :: atomic { order() } :: atomic { repeat() }
  :: atomic { fault; created = false; toErase[R] = false; toErase[N] = false; fromR = false } /* new broker */
  :: atomic { isOrdered && wasInserted && request == over && relay == idle && job[R] == idle && fault
       loseTombstone(R); mustRepeat = true /* a backup of R is restored */
       inRegistration = true; inResponse = true; if :: inEvent = true :: true fi }
  :: atomic { isOrdered && hasEmail && sender == idle && job[N] == idle && fault
       loseTombstone(N); mustRepeat = true /* a backup of N is restored */
       inEmail = true; if :: emailWaits = true :: true fi; hasErased[N] = false }
  :: timeout -> atRest = true; break
  od }
init { atomic { run Registration(); run Notification(); run Job(R); run Job(N); run User() } }
