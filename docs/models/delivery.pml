/* From a registration to its e-mail: outbox, relay, queue, consumer, delivery, attempt, result.
 *
 * One registration is created, and may be moved once. Two processes of the registration service publish its
 * events; two of the notification service store its e-mail and send it. At any time, at most FAULTS times in
 * a run: a process crashes, stops or stalls for longer than a lease, a confirm, a channel or the result of a
 * write is lost, the mail server rejects the e-mail or does not reply.
 *
 * Actions, each with the function that performs it, by files in services/:
 *   notification/src/emails/repository.ts: store = addAutomatic, claimDue = claimDue, renew = renew
 *   notification/src/emails/repository.ts: begin = #beginAll, recordSent = recordSent
 *   notification/src/emails/repository.ts: recordFailure = recordFailure
 *   platform/store/outbox.ts: claimEvents = claim, markOne = markPublished, pull = markPublished
 *   platform/store/outbox.ts: unmarkEmpty = #unmarkEmpty, releaseEvents = release
 *   platform/messaging/consumer.ts: take = #receive, forward = #forward, acknowledge = #process
 *   registration/src/registrations/repository.ts: insert = #insertAll, move = #replace
 *   notification/src/deliveries/dispatcher.ts: giveBack = #release
 *   platform/messaging/relay.ts: publish = #publish, confirm = #publish
 *   notification/src/emails/sender.ts: send = #send
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#define fault (faults < FAULTS) -> faults++
#define CREATED 1 /* the events of the registration, as bits */
#define MOVED 2
#include "delivery-steps.h" /* the states of relay, message and attempt, and who may do what in which */
mtype = { noTime, due, leased } /* when a record may be claimed: never, now, or when its lease has ended */
mtype = { none, queued, sending, sent, failed } /* the stored delivery */
byte faults, events, published, ready, deliveries, unconfirmed, copies
byte eventsClaim, claim /* the process that has the lease, or had it last */
mtype eventsTime = noTime, time = noTime, status = none
byte relay[3] = idle, message[3] = idle, attempt[3] = idle
bool created, moved, atRest
#define arrive published = published | batch; ready = ready + (batch & CREATED)
#define isOver (status == sent || status == failed)
#define allPublished (events == 0 && ready == 0 && (published & CREATED) && (moved -> (published & MOVED)))

/* Nothing is lost: at rest every event was published, and the e-mail was sent or rejected for good. */
ltl nothingIsLost { [] (atRest -> isOver && allPublished) }
/* A registration has one delivery, however often its message comes. */
ltl oneDelivery { [] (deliveries <= 1) }
/* Each further copy follows an attempt with an unknown outcome, which the delivery counts. */
ltl copiesAreCounted { [] (copies <= 1 + unconfirmed) }
/* Without a fault there is exactly one copy, and none is reported as possibly sent. */
ltl exactlyOne { [] (faults == 0 -> unconfirmed == 0 && copies <= 1 && (atRest -> copies == 1)) }
/* Only an e-mail that the mail server has accepted is shown as sent, and then no process claims it again. */
ltl sentIsTrue { [] (status == sent -> copies > 0 && time == noTime) }
/* In the end: the e-mail is sent or rejected for good. */
ltl endsInTime { <> isOver }

inline insert() { !created && MAY(CLAIM_EVENTS) -> created = true; events = CREATED
  if :: eventsTime = leased; eventsClaim = me; batch = CREATED; DO(CLAIM_EVENTS)
     :: eventsTime = due fi }
inline move() { created && !moved && MAY(CLAIM_EVENTS) -> moved = true; events = events | MOVED
  if :: eventsTime = leased; eventsClaim = me; batch = MOVED; DO(CLAIM_EVENTS)
     :: eventsTime = (eventsTime == leased -> leased : due) fi }
inline claimEvents() { MAY(CLAIM_EVENTS) && eventsTime == due -> eventsTime = leased; eventsClaim = me
  batch = events; if :: events == 0 -> DO(CLAIM_EMPTY) :: else -> DO(CLAIM_EVENTS) fi }
inline publish() { MAY(PUBLISH) -> DO(PUBLISH) }
inline confirm() { MAY(CONFIRM) ->
  if :: arrive; DO(CONFIRM)
     :: fault; arrive; DO(LOSE_CONFIRM) /* the confirm is lost */
     :: fault; DO(LOSE_CONFIRM) fi }
inline markOne() { MAY(MARK_PUBLISHED) ->
  if :: events == batch && events != CREATED + MOVED ->
        events = 0; eventsTime = noTime; eventsClaim = 0; batch = 0; DO(MARK_PUBLISHED)
     :: else -> DO(MISS_MARK) fi }
inline pull() { MAY(PULL) -> events = events & (3 - batch); DO(PULL) }
inline unmarkEmpty() { MAY(UNMARK_EMPTY) -> DO(UNMARK_EMPTY)
  if :: events == 0 -> eventsTime = noTime; eventsClaim = 0 :: else fi }
inline releaseEvents() { MAY(RELEASE_EVENTS) && (relay[me] != held || faults < FAULTS) ->
  faults = faults + (relay[me] == held -> 1 : 0); DO(RELEASE_EVENTS); batch = 0
  if :: eventsClaim == me -> eventsTime = due; eventsClaim = 0 :: else fi }

inline take() { MAY(TAKE) && ready > 0 -> ready--; DO(TAKE); owed = true }
inline store() { MAY(STORE) ->
  if :: !STORE_ONCE -> DO(FIND_STORED)
     :: STORE_ONCE && MAY(CLAIM) -> DO(STORE); DO(CLAIM)
        deliveries++; status = queued; time = leased; claim = me; before = queued
     :: STORE_ONCE -> DO(STORE); deliveries++; status = queued; time = due fi }
inline forward() { MAY(FORWARD) && fault; DO(FORWARD); ready++ /* to a retry queue */
  if :: true :: STORE_ONCE -> deliveries++; status = queued; time = leased; claim = me fi }
inline acknowledge() { MAY(ACKNOWLEDGE) -> DO(ACKNOWLEDGE); owed = false }
inline claimDue() { MAY(CLAIM) && time == due -> time = leased; claim = me; before = status
  if :: status == sending -> DO(STEAL) :: else -> DO(CLAIM) fi }
inline renew() { attempt[me] != idle && claim == me && time == due -> time = leased }
inline giveBack() { MAY(GIVE_BACK) && fault; DO(GIVE_BACK); before = none
  if :: claim == me -> time = due; claim = 0 :: else fi }
inline begin() { MAY(BEGIN) ->
  if :: BEGIN_ONCE -> DO(BEGIN); status = sending; unconfirmed = unconfirmed + (before == sending -> 1 : 0)
     :: else -> DO(LOSE_CLAIM) fi; before = none }
inline send() { MAY(ACCEPT) ->
  if :: copies++; DO(ACCEPT)
     :: fault; if :: copies++; DO(LOSE_REPLY)
                  :: DO(LOSE_REPLY) :: DO(DELAY) :: DO(REFUSE) fi fi }
inline recordSent() { MAY(RECORD_SENT) -> DO(RECORD_SENT)
  if :: status != sent -> status = sent; time = noTime; claim = 0 :: else fi }
inline recordFailure() { MAY(RECORD_FAILURE) ->
  if :: RECORD_FAILURE_ONCE -> claim = 0; unconfirmed = unconfirmed + (attempt[me] == silent -> 1 : 0)
        status = (attempt[me] == rejected -> failed : queued)
        time = (attempt[me] == rejected -> noTime : due); DO(RECORD_FAILURE)
     :: else -> DO(RECORD_LATE) fi }

proctype Registration(byte me) { byte batch
  do
  :: atomic { insert() } :: atomic { move() } :: atomic { claimEvents() } :: atomic { publish() }
  :: atomic { confirm() } :: atomic { markOne() } :: atomic { pull() } :: atomic { unmarkEmpty() }
  :: atomic { releaseEvents() }
  :: atomic { relay[me] != idle && fault; relay[me] = idle; batch = 0 } /* crash */
  od }
proctype Notification(byte me) { mtype before = none
  bool owed /* the broker delivers the message again when the channel ends */
  do
  :: atomic { take() } :: atomic { store() } :: atomic { forward() } :: atomic { acknowledge() }
  :: atomic { claimDue() } :: atomic { renew() } :: atomic { giveBack() } :: atomic { begin() }
  :: atomic { send() } :: atomic { recordSent() } :: atomic { recordFailure() }
  :: atomic { owed && fault; owed = false; ready++ } /* the channel ends */
  :: atomic { (message[me] != idle || attempt[me] != idle) && fault /* crash */
       ready = ready + owed; owed = false; message[me] = idle; attempt[me] = idle; before = none }
  od }
/* A lease ends when its process has forgotten the work, or when it stalls for longer, which is a fault. */
proctype Time() {
  do
  :: atomic { eventsTime == leased && relay[eventsClaim] == idle -> eventsTime = due }
  :: atomic { eventsTime == leased && relay[eventsClaim] != idle && fault; eventsTime = due }
  :: atomic { time == leased && attempt[claim] == idle -> time = due }
  :: atomic { time == leased && attempt[claim] != idle && fault; time = due }
  :: timeout -> atRest = true; break
  od }
init { atomic { run Registration(1); run Registration(2); run Notification(1); run Notification(2)
  run Time() } }
