/* The erasure of a person, against requests and messages in progress, lost messages and restored databases.
 * R is the registration service, N the notification service. A typical run:
 *   1. A request registers the person: R inserts the registration with its event, and stores the response.
 *   2. The relay publishes the event. N stores the e-mail, and its sender sends it.
 *   3. An operator orders the erasure. R and N write a tombstone, and the job of each erases what it holds.
 *   4. R confirms. N erases again, because R may have sent a message meanwhile, and then confirms too.
 *   5. When the request is over, both erase once more what it may have written: the second pass.
 * In each run a message about an earlier change of the person comes late, and brings a copy. At most FAULTS
 * times, a process crashes, one or all messages are lost, or R or N is restored from an earlier backup.
 *
 * Words (README.md explains the notation):
 *   tombstone: the record in R or N that the person was erased
 *   look: after writing data, look for a tombstone; if there is one, all is erased again. The relay does so
 *     for the insert. No process does so for a response: only the second pass erases it.
 *   job: erases what R or N holds, in steps; a process claims it, and begins again after a crash
 *   confirm, receipt: tell the user service that all is erased; what it shows: finished, when both confirmed
 *   repeat: the user service repeats an order without confirmations; after a restore, the operator repeats it
 *
 * The steps, in the order of this file, and the function that performs each, by files in services/:
 *   platform/erasure/repository.ts: put = put, eraseAgain = eraseAgain
 *   platform/erasure/eraser.ts: look = eraseAgainAmong; user/src/erasures/erase.ts: order = erase
 *   user/src/erasures/repository.ts: repeat = repeatUnconfirmed, finish = finish
 *   registration/src/registrations/register.ts: lookUp = evaluateAll, insert = insertAccepted
 *   platform/store/idempotency-keys.ts: storeResponse = storeResponse
 *   platform/store/outbox.ts: claimEvent = claim; platform/messaging/relay.ts: publish = #publish
 *   platform/store/outbox.ts: mark = markPublished
 *   registration/src/copies/refresh.ts: writeLate = usersChanged, lookLate = usersChanged
 *   registration/src/copies/on-user-erased.ts: receiveR = onUserErased
 *   notification/src/emails/on-registration-created.ts: storeEmail = storeEmail
 *   notification/src/emails/email-sender.ts: lookBeforeSend = #attempt
 *   notification/src/emails/repository.ts: begin = #beginAll
 *   notification/src/on-user-erased.ts: receiveN = runFirstPass, receiveFromR = runSecondPass
 *   platform/store/long-job.ts: claimJob = #run; platform/erasure/erase-step.ts: eraseRecords = eraseStep
 *   platform/store/idempotency-keys.ts: eraseKeys = eraseUser
 *   platform/erasure/repository.ts: confirm = confirm; platform/store/long-job.ts: endJob = #advance
 */
#define FAULTS 1
#define fault (faults < FAULTS) -> faults++
#define R 0
#define N 1
mtype = { notDue, due, leased, later } /* whether a process may claim a job; later: in the second pass */
mtype = { idle, lookedUp, inserted, over, claimed, published, kept, looked, erased, keysErased, confirmed }
bool inRegistration, inEvent, inResponse, inMessage, inEmail /* where data of the person is */
bool wasInserted, hasEmail, emailWaits /* R and N have had data; the e-mail was neither sent nor cancelled */
bool tombstone[2], toConfirm[2], hasSecond[2], hasConfirmed[2] /* in R and N; hasSecond: a pass is to come */
bool isHeld[2] /* whether the claim of the job holds; put and eraseAgain end it, and the job begins again */
bool orderTo[2], fromR /* messages: the order, and the confirmation of R to N */
bool isOrdered, mustRepeat, receiptShows[2], sentLate, atRest; byte faults
mtype job[2] = notDue, jobStep[2] = idle, request = idle, relay = idle, sender = idle, lateCopy = idle
#define isFinished (receiptShows[R] && receiptShows[N] && !mustRepeat)
#define isIdle (request == over && relay == idle && sender == idle && lateCopy == over && !inEvent)
#define isBetweenPasses (isIdle && !inMessage && !emailWaits && job[R] == later && job[N] == later)

/* Nothing about the person remains or comes back, whatever was late, lost or restored. */
ltl nothingRemains { [] (atRest -> !inRegistration && !inEvent && !inResponse && !inEmail && !inMessage) }
/* If the receipt says "finished" and nothing is in progress, only responses wait for the second pass. */
ltl receiptIsTrue { [] (isFinished && isBetweenPasses -> !inRegistration && !inEmail) }
/* No attempt of an e-mail begins after the notification service has erased and confirmed. */
ltl noLateEmail { [] !sentLate }
/* Every erasure is finished in the end. */
ltl receiptComes { [] (atRest -> isFinished) }
/* In the end: an erasure that was ordered is finished. */
ltl endsInTime { [] (isOrdered -> <> isFinished) }

/* Parts of steps of R and N. What is to be confirmed already goes on when the order comes again. */
inline put(s, confirms) { tombstone[s] = true
  if :: !toConfirm[s] -> toConfirm[s] = confirms; job[s] = due; isHeld[s] = false :: else fi }
inline eraseAgain(s) { job[s] = due; isHeld[s] = false }
inline look() { if :: tombstone[R] -> eraseAgain(R) :: else fi }

/* The user service repeats an order after five minutes: here, when no message and no job is left for it. */
inline order() { !isOrdered || mustRepeat -> isOrdered = true; mustRepeat = false; fromR = false
  orderTo[R] = true; orderTo[N] = true; receiptShows[R] = false; receiptShows[N] = false }
inline repeat() { isOrdered && !isFinished && !mustRepeat && !orderTo[R] && !orderTo[N] && !fromR &&
  !toConfirm[R] && !toConfirm[N] -> orderTo[R] = true; orderTo[N] = true }
inline finish() { if :: receiptShows[s] = true :: fault fi } /* or the confirmation of s is lost */
/* A restored service was stopped meanwhile. Its event, or its e-mail, may have waited in the backup. */
#define forget(s) tombstone[s] = false; toConfirm[s] = false; hasSecond[s] = false; job[s] = notDue
proctype UserService() { do
  :: atomic { order() } :: atomic { repeat() }
  :: atomic { fault; inMessage = false; orderTo[R] = false; orderTo[N] = false; fromR = false } /* all lost */
  :: atomic { isOrdered && wasInserted && request == over && relay == idle && jobStep[R] == idle && fault
     forget(R); mustRepeat = true; inRegistration = true; inResponse = true; if :: inEvent = true :: true fi }
  :: atomic { isOrdered && hasEmail && sender == idle && jobStep[N] == idle && fault; forget(N)
     mustRepeat = true; hasConfirmed[N] = false; inEmail = true; if :: emailWaits = true :: true fi }
  :: timeout -> atRest = true; break
  od }

/* R: the request, the relay, the late message, the order. After a crash, all but the request begin again. */
inline lookUp() { request == idle -> request = (isOrdered -> over : lookedUp) } /* over: rejected as erased */
inline insert() { request == lookedUp -> request = inserted
  inRegistration = true; inEvent = true; wasInserted = true }
inline storeResponse() { request == inserted -> inResponse = true; request = over }
inline claimEvent() { relay == idle && inEvent -> relay = claimed } /* in memory, which is not erased */
inline publish() { relay == claimed -> inMessage = true; relay = published }
inline mark() { relay == published -> relay = idle; inEvent = false; look() }
inline writeLate() { lateCopy == idle -> inRegistration = true; lateCopy = kept }
inline lookLate() { lateCopy == kept -> lateCopy = over; look() }
inline receiveR() { orderTo[R] -> put(R, true); orderTo[R] = false }
proctype Registration() { do
  :: atomic { lookUp() } :: atomic { insert() } :: atomic { storeResponse() } :: atomic { claimEvent() }
  :: atomic { publish() } :: atomic { mark() } :: atomic { writeLate() } :: atomic { lookLate() }
  :: atomic { receiveR() } :: atomic { request != idle && request != over && fault; request = over }
  :: atomic { relay != idle && fault; relay = idle } :: atomic { lateCopy == kept && fault; lateCopy = idle }
  od }

/* N: the message, the sender, the order, the confirmation of R. An erased e-mail is not stored again. */
inline storeEmail() { inMessage -> inMessage = false
  if :: !hasEmail -> hasEmail = true; inEmail = true; emailWaits = true :: else fi }
/* The last condition only prevents a step that changes nothing: the erasure is due already. */
inline lookBeforeSend() { sender == idle && emailWaits && !(tombstone[N] && job[N] == due) ->
  if :: tombstone[N] -> eraseAgain(N) :: else -> sender = looked fi }
inline begin() { sender == looked -> sender = idle /* no attempt, if an erasure has cancelled the e-mail */
  if :: emailWaits -> emailWaits = false; sentLate = sentLate || hasConfirmed[N] :: else fi }
inline receiveN() { orderTo[N] -> put(N, false); orderTo[N] = false }
inline receiveFromR() { fromR -> put(N, true); fromR = false } /* once more, after R */
proctype Notification() { do
  :: atomic { storeEmail() } :: atomic { lookBeforeSend() } :: atomic { begin() } :: atomic { receiveN() }
  :: atomic { receiveFromR() } :: atomic { sender != idle && fault; sender = idle } /* crash */
  od }

/* The job of s, R or N. It confirms if that was asked for when it was claimed. Last: the second pass. */
inline claimJob() { jobStep[s] == idle && job[s] == due -> job[s] = leased; isHeld[s] = true
  willConfirm = toConfirm[s]; jobStep[s] = claimed }
inline eraseRecords() { jobStep[s] == claimed -> jobStep[s] = erased
  if :: s == R -> inRegistration = false; inEvent = false
     :: else -> inEmail = false; emailWaits = false; jobStep[s] = keysErased fi } /* N has no keys */
inline eraseKeys() { jobStep[s] == erased -> jobStep[s] = keysErased; inResponse = false }
inline confirm() { jobStep[s] == keysErased -> jobStep[s] = confirmed
  if :: willConfirm -> hasConfirmed[s] = true; fromR = fromR || s == R; finish() :: else fi }
inline endJob() { jobStep[s] == confirmed -> jobStep[s] = idle
  if :: isHeld[s] && willConfirm -> toConfirm[s] = false; hasSecond[s] = true; job[s] = later
     :: isHeld[s] && !willConfirm -> job[s] = (hasSecond[s] -> later : notDue)
     :: else fi; willConfirm = false; isHeld[s] = false }
proctype Job(byte s) { bool willConfirm; do
  :: atomic { claimJob() } :: atomic { eraseRecords() } :: atomic { eraseKeys() } :: atomic { confirm() }
  :: atomic { endJob() } :: atomic { jobStep[s] == idle && job[s] == leased -> job[s] = due } /* lease ends */
  :: atomic { jobStep[s] != idle && fault; jobStep[s] = idle; willConfirm = false } /* crash */
  :: atomic { job[s] == later && jobStep[s] == idle && request == over -> hasSecond[s] = false; job[s] = due }
  od }
init { atomic { run Registration(); run Notification(); run Job(R); run Job(N); run UserService() } }
