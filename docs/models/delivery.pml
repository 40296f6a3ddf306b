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
 *   platform/messaging/relay.ts: publish = #publish; notification/src/emails/sender.ts: send = #send
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#define fault (faults < FAULTS) -> faults++
#define CREATED 1 /* the events of the registration, as bits */
#define MOVED 2
mtype = { noTime, due, leased } /* when a record may be claimed: never, now, or when its lease has ended */
mtype = { idle, held, confirmed, missed, pulled, unmarked, unsure } /* a relay with its batch */
mtype = { none, queued, sending, sent, failed } /* the stored delivery */
mtype = { claimed, begun, accepted, later, silent, rejected } /* a process with its attempt */
mtype = { taken, stored } /* a process with its message */
byte faults, events, published, ready, deliveries, unconfirmed, copies
byte eventsClaim, claim /* the process that has the lease, or had it last */
mtype eventsTime = noTime, time = noTime, status = none, relay[3] = idle, attempt[3] = idle
bool created, moved, atRest
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

inline insert() { !created && relay[me] == idle -> created = true; events = CREATED
  if :: eventsTime = leased; eventsClaim = me; batch = CREATED; relay[me] = held
     :: eventsTime = due fi }
inline move() { created && !moved && relay[me] == idle -> moved = true; events = events | MOVED
  if :: eventsTime = leased; eventsClaim = me; batch = MOVED; relay[me] = held
     :: eventsTime = (eventsTime == leased -> leased : due) fi }
inline claimEvents() { relay[me] == idle && eventsTime == due -> eventsTime = leased; eventsClaim = me
  batch = events; relay[me] = (events == 0 -> pulled : held) }
inline publish() { relay[me] == held -> published = published | batch; ready = ready + (batch & CREATED)
  if :: relay[me] = confirmed :: fault; relay[me] = unsure fi }
inline markOne() { relay[me] == confirmed ->
  if :: events == batch && events != CREATED + MOVED ->
        events = 0; eventsTime = noTime; eventsClaim = 0; batch = 0; relay[me] = idle
     :: else -> relay[me] = missed fi }
inline pull() { relay[me] == missed -> events = events & (3 - batch); relay[me] = pulled }
inline unmarkEmpty() { relay[me] == pulled -> relay[me] = unmarked
  if :: events == 0 -> eventsTime = noTime; eventsClaim = 0 :: else fi }
inline releaseEvents() { relay[me] == unmarked || relay[me] == unsure -> relay[me] = idle; batch = 0
  if :: eventsClaim == me -> eventsTime = due; eventsClaim = 0 :: else fi }

inline take() { message == none && ready > 0 -> ready--; message = taken; owed = true }
inline store() { message == taken -> message = stored
  if :: status != none
     :: status == none && attempt[me] == idle ->
        deliveries++; status = queued; time = leased; claim = me; attempt[me] = claimed; before = queued
     :: status == none -> deliveries++; status = queued; time = due fi }
inline forward() { message == taken && fault; message = stored; ready++ /* to a retry queue */
  if :: true :: status == none -> deliveries++; status = queued; time = leased; claim = me fi }
inline acknowledge() { message == stored -> message = none; owed = false }
inline claimDue() { attempt[me] == idle && time == due ->
  time = leased; claim = me; before = status; attempt[me] = claimed }
inline renew() { attempt[me] != idle && claim == me && time == due -> time = leased }
inline giveBack() { attempt[me] == claimed && fault; attempt[me] = idle; before = none
  if :: claim == me -> time = due; claim = 0 :: else fi }
inline begin() { attempt[me] == claimed -> attempt[me] = idle
  if :: claim == me -> status = sending; attempt[me] = begun
        unconfirmed = unconfirmed + (before == sending -> 1 : 0)
     :: else fi; before = none }
inline send() { attempt[me] == begun ->
  if :: copies++; attempt[me] = accepted
     :: fault; if :: copies++; attempt[me] = silent
                  :: attempt[me] = silent :: attempt[me] = later :: attempt[me] = rejected fi fi }
inline recordSent() { attempt[me] == accepted -> attempt[me] = idle
  if :: status != sent -> status = sent; time = noTime; claim = 0 :: else fi }
inline recordFailure() { attempt[me] == silent || attempt[me] == later || attempt[me] == rejected ->
  if :: claim == me -> claim = 0; unconfirmed = unconfirmed + (attempt[me] == silent -> 1 : 0)
        status = (attempt[me] == rejected -> failed : queued)
        time = (attempt[me] == rejected -> noTime : due)
     :: else fi; attempt[me] = idle }

proctype Registration(byte me) { byte batch
  do
  :: atomic { insert() } :: atomic { move() } :: atomic { claimEvents() } :: atomic { publish() }
  :: atomic { markOne() } :: atomic { pull() } :: atomic { unmarkEmpty() } :: atomic { releaseEvents() }
  :: atomic { relay[me] != idle && fault; relay[me] = idle; batch = 0 } /* crash */
  od }
proctype Notification(byte me) { mtype message = none, before = none
  bool owed /* the broker delivers the message again when the channel ends */
  do
  :: atomic { take() } :: atomic { store() } :: atomic { forward() } :: atomic { acknowledge() }
  :: atomic { claimDue() } :: atomic { renew() } :: atomic { giveBack() } :: atomic { begin() }
  :: atomic { send() } :: atomic { recordSent() } :: atomic { recordFailure() }
  :: atomic { owed && fault; owed = false; ready++ } /* the channel ends */
  :: atomic { (message != none || attempt[me] != idle) && fault /* crash */
       ready = ready + owed; owed = false; message = none; attempt[me] = idle; before = none }
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
