/* From a registration to its e-mail: outbox, relay, queue, consumer, delivery, attempt. A typical run:
 *   1. A request stores the registration with its event, in one write.
 *   2. A relay publishes the event, the broker confirms it, and the relay marks it as published.
 *   3. A consumer takes the message, stores the delivery, and acknowledges the message.
 *   4. A sender claims the delivery, begins an attempt, and sends the e-mail.
 *   5. The mail server accepts the e-mail, and the sender records that it is sent.
 * The registration is moved once, at any time. Each service has two processes. At most FAULTS times in a
 * run, a process crashes, stops or stalls for longer than a lease, a confirm, a channel or the result of a
 * write is lost, or the mail server rejects the e-mail or does not reply. The mail server may accept keys
 * of e-mails, and the facts may change once, so that another e-mail would be written, with another key.
 *
 * Words (docs/reliability.md explains the notation):
 *   events: those in the outbox of the registration, until they are marked; a relay has a batch in memory
 *   claim, lease: a process claims a record for the time of a lease; then another one may claim it
 *   copies, unconfirmed: e-mails that the mail server has accepted; attempts without a reply
 *   facts, fixed, bytes: what an e-mail is written from; what the delivery keeps of it while an attempt is
 *   unconfirmed, 0 for nothing; what the attempt of this process sends
 *   MAY(step), DO(step): whether the process is in a state before this step; go on to the state after it
 *
 * The steps, in the order of this file, and the function that performs each, by files in services/:
 *   registration/src/registrations/repository.ts: insert = #insertAll, move = #replace
 *   platform/store/outbox.ts: claimEvents = claim
 *   platform/messaging/relay.ts: publish = #publish, confirm = #publish
 *   platform/store/outbox.ts: markOne = markPublished, pull = markPublished, clearSchedule = #clearSchedule
 *   platform/store/outbox.ts: releaseEvents = release; platform/messaging/consumer.ts: take = #process
 *   notification/src/emails/repository.ts: store = addAutomatic
 *   platform/messaging/consumer.ts: forward = #forward, acknowledge = #process
 *   notification/src/emails/repository.ts: claimDue = claimDue, renew = renew
 *   notification/src/emails/repository.ts: release = release, release = postpone, release = cancel
 *   notification/src/emails/repository.ts: begin = #beginAll; notification/src/emails/rules.ts: change = correctionOf
 *   notification/src/emails/email-sender.ts: send = #send
 *   notification/src/emails/repository.ts: recordSent = recordSent, recordFailure = recordFailure
 */
#define FAULTS 2
#define fault (faults < FAULTS) -> faults++
#define CREATED 1 /* the two events, as bits of a set */
#define MOVED 2
#include "delivery-steps.h" /* the states of relay, message and attempt, and the steps between them */
mtype = { notDue, due, leased } /* whether a process may claim a record; leased: not before the lease ends */
mtype = { none, queued, sending, sent, failed } /* the stored delivery */
byte events, published /* sets: those in the outbox, and those that the broker has */
byte inQueue /* messages that wait for a consumer; only CREATED leads to an e-mail */
byte eventsClaim, claim /* the process that has the lease of the events, of the delivery; or had it last */
mtype outbox = notDue, delivery = notDue, status = none /* of the events; of the delivery */
byte deliveries, unconfirmed, copies, faults; bool created, moved, atRest
bool keys; byte facts = 1; byte fixed, has /* has: the set of what a mail server with keys has accepted */
byte relay[3] = idle, message[3] = idle, attempt[3] = idle /* by process, 1 and 2 of each service */
#define arrive published = published | batch; inQueue = inQueue + (batch & CREATED)
#define isOver (status == sent || status == failed)
#define allPublished (events == 0 && inQueue == 0 && (published & CREATED) && (moved -> (published & MOVED)))

/* Nothing is lost: at rest every event was published, and the e-mail was sent or rejected for good. */
ltl nothingIsLost { [] (atRest -> isOver && allPublished) }
/* A registration has one delivery, however often its message comes. */
ltl oneDelivery { [] (deliveries <= 1) }
/* Each further copy follows an attempt with an unknown outcome, which the delivery counts. */
ltl copiesAreCounted { [] (copies <= 1 + unconfirmed) }
/* Without a fault there is exactly one copy, and none is reported as possibly sent. */
ltl exactlyOne { [] (faults == 0 -> unconfirmed == 0 && copies <= 1 && (atRest -> copies == 1)) }
/* A mail server with keys accepts one e-mail only. */
ltl oneCopyWithKeys { [] (keys -> copies <= 1) }
/* Only an e-mail that the mail server has accepted is shown as sent, and then no process claims it again. */
ltl sentIsTrue { [] (status == sent -> copies > 0 && delivery == notDue) }
/* In the end, if no process waits for ever: the e-mail is sent or rejected for good. */
ltl endsInTime { <> isOver }

/* The registration and its relay. An event is stored with a lease of this process, or due for any relay. A
 * move takes the lease even from a relay at work; then an event may be published twice without a fault. */
inline insert() { !created && MAY(CLAIM_EVENTS) -> created = true; events = CREATED
  if :: outbox = leased; eventsClaim = me; batch = CREATED; DO(CLAIM_EVENTS)
     :: outbox = due fi }
inline move() { created && !moved && MAY(CLAIM_EVENTS) -> moved = true; events = events | MOVED
  if :: outbox = leased; eventsClaim = me; batch = MOVED; DO(CLAIM_EVENTS)
     :: outbox = (outbox == leased -> leased : due) fi }
inline claimEvents() { MAY(CLAIM_EVENTS) && outbox == due -> outbox = leased; eventsClaim = me
  batch = events; if :: events == 0 -> DO(CLAIM_EMPTY) :: else -> DO(CLAIM_EVENTS) fi }
inline publish() { MAY(PUBLISH) -> DO(PUBLISH) }
inline confirm() { MAY(CONFIRM) ->
  if :: arrive; DO(CONFIRM)
     :: fault; arrive; DO(LOSE_CONFIRM) /* only the confirm is lost */
     :: fault; DO(LOSE_CONFIRM) fi }
inline markOne() { MAY(MARK_PUBLISHED) ->
  if :: events == batch && events != CREATED + MOVED -> /* the record has one event: that of this relay */
        events = 0; outbox = notDue; eventsClaim = 0; batch = 0; DO(MARK_PUBLISHED)
     :: else -> DO(MISS_MARK) fi } /* pull, clearSchedule and releaseEvents follow */
inline pull() { MAY(PULL) -> events = events & ~batch; DO(PULL) }
inline clearSchedule() { MAY(CLEAR_SCHEDULE) -> DO(CLEAR_SCHEDULE)
  if :: events == 0 -> outbox = notDue; eventsClaim = 0 :: else fi }
inline releaseEvents() { MAY(RELEASE_EVENTS) && (relay[me] != held || faults < FAULTS) ->
  faults = faults + (relay[me] == held -> 1 : 0); DO(RELEASE_EVENTS); batch = 0 /* held: the process stops */
  if :: eventsClaim == me -> outbox = due; eventsClaim = 0 :: else fi }
proctype Registration(byte me) { byte batch; do
  :: atomic { insert() } :: atomic { move() } :: atomic { claimEvents() } :: atomic { publish() }
  :: atomic { confirm() } :: atomic { markOne() } :: atomic { pull() } :: atomic { clearSchedule() }
  :: atomic { releaseEvents() }
  :: atomic { relay[me] != idle && fault; relay[me] = idle; batch = 0 } /* crash */
  od }

/* The consumer. The delivery is known, or is stored with a lease of this process, or due for any sender. */
inline take() { MAY(TAKE) && inQueue > 0 -> inQueue--; DO(TAKE); owed = true }
inline store() { MAY(STORE) ->
  if :: !STORE_ONCE -> DO(FIND_STORED)
     :: STORE_ONCE && MAY(CLAIM) -> DO(STORE); DO(CLAIM)
        deliveries++; status = queued; delivery = leased; claim = me; before = queued
     :: STORE_ONCE -> DO(STORE); deliveries++; status = queued; delivery = due fi }
/* To a retry queue, because storing has failed. The delivery may be stored all the same. */
inline forward() { MAY(FORWARD) && fault; DO(FORWARD); inQueue++
  if :: true :: STORE_ONCE -> deliveries++; status = queued; delivery = leased; claim = me fi }
inline acknowledge() { MAY(ACKNOWLEDGE) -> DO(ACKNOWLEDGE); owed = false }
/* The sender, in the same process. A lease that has ended may be renewed while no other process has it. */
inline claimDue() { MAY(CLAIM) && delivery == due -> delivery = leased; claim = me; before = status
  if :: status == sending -> DO(STEAL) :: else -> DO(CLAIM) fi }
inline renew() { attempt[me] != idle && claim == me && delivery == due -> delivery = leased }
inline release() { MAY(RELEASE) && fault; DO(RELEASE); before = none /* the process stops */
  if :: claim == me -> delivery = due; claim = 0 :: else fi }
inline begin() { MAY(BEGIN) ->
  if :: BEGIN_ONCE -> DO(BEGIN); status = sending; unconfirmed = unconfirmed + (before == sending -> 1 : 0)
        fixed = (fixed == 0 -> facts : fixed); bytes = fixed
     :: else -> DO(LOSE_CLAIM) fi; before = none }
#define arriveOnce copies = copies + (keys && (has & bytes) -> 0 : 1); has = has | (keys -> bytes : 0)
inline send() { MAY(ACCEPT) ->
  if :: arriveOnce; DO(ACCEPT)
     :: fault; if :: arriveOnce; DO(LOSE_REPLY)
                  :: DO(LOSE_REPLY) :: DO(DELAY) :: DO(REFUSE) fi fi; bytes = 0 } /* delays or rejects it */
inline change() { keys && facts == 1 -> facts = 2 } /* the name, the course or the template */
inline recordSent() { MAY(RECORD_SENT) -> DO(RECORD_SENT)
  if :: status != sent -> status = sent; delivery = notDue; claim = 0 :: else fi } /* without the lease too */
inline recordFailure() { MAY(RECORD_FAILURE) ->
  if :: RECORD_FAILURE_ONCE -> claim = 0; unconfirmed = unconfirmed + (attempt[me] == silent -> 1 : 0)
        status = (attempt[me] == rejected -> failed : queued)
        delivery = (attempt[me] == rejected -> notDue : due); DO(RECORD_FAILURE)
        fixed = (unconfirmed == 0 -> 0 : fixed)
     :: else -> DO(RECORD_LATE) fi }
/* before: the status that the process has claimed. owed: whether it still has to acknowledge its message. */
proctype Notification(byte me) { mtype before = none; bool owed; byte bytes; do
  :: atomic { take() } :: atomic { store() } :: atomic { forward() } :: atomic { acknowledge() }
  :: atomic { claimDue() } :: atomic { renew() } :: atomic { release() } :: atomic { begin() }
  :: atomic { send() } :: atomic { recordSent() } :: atomic { recordFailure() }
  :: atomic { owed && fault; owed = false; inQueue++ } /* the channel ends: the broker redelivers */
  :: atomic { (message[me] != idle || attempt[me] != idle) && fault /* crash */
       inQueue = inQueue + owed; owed = false; message[me] = idle; attempt[me] = idle; before = none }
  od }
/* A lease ends when its process has forgotten the work, or when it stalls for longer, which is a fault. */
proctype Time() { do
  :: atomic { change() }
  :: atomic { outbox == leased && relay[eventsClaim] == idle -> outbox = due }
  :: atomic { outbox == leased && relay[eventsClaim] != idle && fault; outbox = due }
  :: atomic { delivery == leased && attempt[claim] == idle -> delivery = due }
  :: atomic { delivery == leased && attempt[claim] != idle && fault; delivery = due }
  :: timeout -> atRest = true; break
  od }
init { atomic { if :: keys = true :: keys = false fi; run Registration(1); run Registration(2); run Notification(1); run Notification(2)
  run Time() } }
