/* The idempotency key: requests with one key create one record, and a repeated one gets the first response.
 *
 * Four callers send a request with the same key, one after the other or at the same time, the fourth with
 * another body. A caller whose request fails, or is in progress elsewhere, sends it again. The rules may
 * reject one request. At most FAULTS times in a run, a process crashes or stalls for longer than the lease of
 * the key, or the outcome of an insert is unknown. The record may change later. Only the unique
 * indexes of the key and of the id prevent a second record.
 *
 * Actions, each with the function that performs it, by files in services/:
 *   platform/store/idempotency-keys.ts: find = claim, addKey = claim, takeOver = claim
 *   platform/store/idempotency-keys.ts: storeResponse = storeResponse, allowRetry = allowRetry
 *   platform/store/idempotency-keys.ts: removeClaim = removeClaim
 *   registration/src/registrations/register.ts: lookUp = registerAll, evaluate = evaluateAll
 *   registration/src/registrations/repository.ts: insert = #insertAll, change = change
 *   platform/work/idempotency.ts: replay = once, respond = #perform
 */
#ifndef FAULTS
#define FAULTS 3
#endif
#define fault (faults < FAULTS) -> faults++
#define IDS 4
#define CHANGED 10 /* added to what a record shows when it was changed */
mtype = { start, absent, expired, completed, claimed, toEvaluate, allowed, rejected, failed, written, done }
mtype step[5] = start /* how far the request of each caller is */
/* The key: its holder (0 for none), whether the lease is over, the body, the reserved id, the response. */
bool keyExists, leaseIsOver
byte holder, keyBody, keyId, response
/* The records by id: what it shows, which is the caller whose request was inserted, and 0 for no record. */
byte shows[IDS], body[IDS], records, faults
byte first, lastId /* the response that was stored first; the last id that was reserved */
#define allDone (step[1] == done && step[2] == done && step[3] == done && step[4] == done)
bool hasRejected, hasChanged, wasWrong, wasMixed, wasOther, atRest

/* The requests of one key create one record. */
ltl oneRecord { [] (records <= 1) }
/* A response shows the record that was created, and not one that was only intended. */
ltl responseIsTrue { [] !wasWrong }
/* A replay is the response that was stored first, even if the record has changed. */
ltl replayIsFirst { [] !wasOther }
/* A request with another body gets no response about the record. */
ltl bodiesAreCompared { [] !wasMixed }
/* A key whose request has created a record is kept. */
ltl keyIsKept { [] (records > 0 -> keyExists) }
/* No key stays in progress: at rest every caller has its response or its rejection. */
ltl nobodyIsStuck { [] (atRest -> allDone) }
/* In the end: every caller gets its response or its rejection. */
ltl endsInTime { <> (allDone) }

/* A key in progress is a conflict; the caller tries again until it is not. */
inline find() { step[me] == start && !(keyExists && keyBody == sent && response == 0 && !leaseIsOver) ->
  if :: !keyExists -> step[me] = absent
     :: keyExists && keyBody != sent -> step[me] = done
     :: keyExists && keyBody == sent && response != 0 -> id = keyId; step[me] = completed
     :: else -> sawHolder = holder; id = keyId; step[me] = expired fi }
inline addKey() { step[me] == absent ->
  if :: keyExists -> step[me] = start
     :: else -> lastId++; keyExists = true; leaseIsOver = false; holder = me; keyBody = sent; keyId = lastId
        id = lastId; isRetry = false; step[me] = claimed fi }
inline takeOver() { step[me] == expired ->
  if :: keyExists && holder == sawHolder && keyId == id && leaseIsOver && response == 0 ->
        holder = me; leaseIsOver = false; isRetry = true; step[me] = claimed
     :: else -> step[me] = start fi; sawHolder = 0 }
inline lookUp() { step[me] == claimed ->
  if :: isRetry && shows[id] != 0 -> result = shows[id]; step[me] = written
     :: else -> step[me] = toEvaluate fi }
inline evaluate() { step[me] == toEvaluate ->
  if :: step[me] = allowed :: !hasRejected -> hasRejected = true; step[me] = rejected fi }
inline insert() { step[me] == allowed -> step[me] = written
  if :: shows[id] == 0 -> shows[id] = me; body[id] = sent; records++; result = me
     :: shows[id] != 0 -> result = shows[id]
     :: fault; step[me] = failed fi /* not written */
  if :: true :: step[me] == written && fault; result = 0; step[me] = failed fi }
inline storeResponse() { step[me] == written ->
  if :: keyExists && response == 0 -> response = result; first = result :: else fi; respond() }
inline replay() { step[me] == completed ->
  result = response; wasOther = wasOther || result != first; respond() }
inline respond() { wasWrong = wasWrong || shows[id] % CHANGED != result % CHANGED
  wasMixed = wasMixed || body[id] != sent; step[me] = done; result = 0; id = 0; isRetry = false }
inline removeClaim() { step[me] == rejected && !isRetry -> step[me] = done
  if :: keyExists && holder == me && keyId == id && response == 0 -> keyExists = false; holder = 0 :: else fi
  id = 0 }
inline allowRetry() { step[me] == failed || (step[me] == rejected && isRetry) ->
  if :: keyExists && response == 0 -> holder = 0; leaseIsOver = true :: else fi
  step[me] = (step[me] == failed -> start : done); id = 0; isRetry = false }
inline change() { shows[keyId] != 0 && !hasChanged -> hasChanged = true
  shows[keyId] = shows[keyId] + CHANGED }

#define isWorking(caller) (step[caller] != start && step[caller] != done)
proctype Caller(byte me; byte sent) { byte id, sawHolder, result; bool isRetry
  do
  :: atomic { find() } :: atomic { addKey() } :: atomic { takeOver() } :: atomic { lookUp() }
  :: atomic { evaluate() } :: atomic { insert() } :: atomic { storeResponse() } :: atomic { replay() }
  :: atomic { removeClaim() } :: atomic { allowRetry() } :: atomic { change() }
  :: atomic { isWorking(me) && fault /* crash */
       step[me] = start; id = 0; sawHolder = 0; result = 0; isRetry = false }
  od }
proctype Time() {
  do
  :: atomic { keyExists && !leaseIsOver && !isWorking(holder) -> leaseIsOver = true }
  :: atomic { keyExists && !leaseIsOver && isWorking(holder) && fault; leaseIsOver = true }
  :: timeout -> atRest = true; break
  od }
init { atomic { run Caller(1, 0); run Caller(2, 0); run Caller(3, 0); run Caller(4, 1); run Time() } }
