/* The idempotency key: requests with one key create one record, and a repeated one gets the first response.
 * A typical run:
 *   1. Caller 1 sends a request. The key is added, with a lease and the id that is reserved for the record.
 *   2. The record is inserted under this id. The process crashes before it stores the response.
 *   3. Caller 2 sends the same request: a conflict, until the lease ends. Then it takes the key over.
 *   4. It looks up the reserved id, finds the record, and stores the response that shows it.
 *   5. Caller 3 gets the same response, a replay, even if the record has changed. Caller 4 is rejected.
 * Four callers send a request with the same key, the fourth with another body. After a failure or a conflict
 * it is sent again. The rules may reject one request. At most FAULTS times in a run, a process crashes or
 * stalls for longer than the lease of the key, or the outcome of an insert is unknown. Only the unique
 * indexes of the key and of the id prevent a second record.
 *
 * Words (docs/reliability.md explains the notation):
 *   key: is stored with its holder, the body, the reserved id and, in the end, the response
 *   holder: the caller whose request has claimed the key, until its lease ends; then another may take it over
 *   reserved id: the id under which the record is inserted, by the first request or by a retry
 *   retry: a request that has taken the key over; an earlier one may have inserted the record
 *   shows: a record shows the number of the caller who created it, plus CHANGED after a change; a response
 *     shows what the record has shown when it was read
 *
 * The steps, in the order of this file, and the function that performs each, by files in services/:
 *   platform/store/idempotency-keys.ts: find = claim, addKey = claim, takeOver = claim
 *   registration/src/registrations/register.ts: lookUp = registerAll, evaluate = evaluateAll
 *   registration/src/registrations/repository.ts: insert = #insertAll
 *   platform/store/idempotency.ts: respond = #perform
 *   platform/store/idempotency-keys.ts: storeResponse = storeResponse
 *   platform/store/idempotency.ts: replay = once
 *   platform/store/idempotency-keys.ts: removeClaim = removeClaim, allowRetry = allowRetry
 *   registration/src/registrations/repository.ts: change = change
 */
#define FAULTS 3
#define fault (faults < FAULTS) -> faults++
#define IDS 4 /* more than the ids that a run reserves; a key that is added again gets another one */
#define CHANGED 10 /* added to what a record shows when it is changed */
mtype = { start, absent, expired, completed, claimed, toEvaluate, allowed, rejected, failed, written, done }
mtype step[5] = start /* by caller, 1 to 4: how far its request is */
/* The key. A holder, an id or a response of 0 stands for none. */
bool keyExists, leaseIsOver
byte holder, keyBody, keyId, response
/* The records, by id: what each shows (the caller whose request was inserted; 0: no record), and its body. */
byte shows[IDS], body[IDS], records, faults
byte first, lastId /* the response that was stored first, for replayIsFirst; the last id that was reserved */
#define allDone (step[1] == done && step[2] == done && step[3] == done && step[4] == done)
bool hasRejected, hasChanged, atRest
bool showedOther, gotOtherBody, wasNotFirst /* whether a response was so: the properties say that none is */

/* The requests of one key create one record. */
ltl oneRecord { [] (records <= 1) }
/* A response shows the record that was created, and not one that was only intended. */
ltl responseIsTrue { [] !showedOther }
/* A replay is the response that was stored first, even if the record has changed. */
ltl replayIsFirst { [] !wasNotFirst }
/* A request with another body gets no response about the record. */
ltl bodiesAreCompared { [] !gotOtherBody }
/* A key whose request has created a record is kept. */
ltl keyIsKept { [] (records > 0 -> keyExists) }
/* No key stays in progress: at rest every caller has its response or its rejection. */
ltl noCallerIsStuck { [] (atRest -> allDone) }
/* In the end: every caller gets its response or its rejection. */
ltl endsInTime { <> (allDone) }

/* The guard: while another request is in progress the response is a conflict, and the caller tries again. */
inline find() { step[me] == start && !(keyExists && keyBody == myBody && response == 0 && !leaseIsOver) ->
  if :: !keyExists -> step[me] = absent
     :: keyExists && keyBody != myBody -> step[me] = done /* rejected */
     :: keyExists && keyBody == myBody && response != 0 -> id = keyId; step[me] = completed
     :: else -> sawHolder = holder; id = keyId; step[me] = expired fi }
inline addKey() { step[me] == absent -> /* unless another request has added the key since */
  if :: keyExists -> step[me] = start
     :: else -> lastId++; keyExists = true; leaseIsOver = false; holder = me; keyBody = myBody; keyId = lastId
        id = lastId; isRetry = false; step[me] = claimed fi }
inline takeOver() { step[me] == expired -> /* unless another request has taken it over since */
  if :: keyExists && holder == sawHolder && keyId == id && leaseIsOver && response == 0 ->
        holder = me; leaseIsOver = false; isRetry = true; step[me] = claimed
     :: else -> step[me] = start fi; sawHolder = 0 }
inline lookUp() { step[me] == claimed ->
  if :: isRetry && shows[id] != 0 -> result = shows[id]; step[me] = written
     :: else -> step[me] = toEvaluate fi }
inline evaluate() { step[me] == toEvaluate ->
  if :: step[me] = allowed :: !hasRejected -> hasRejected = true; step[me] = rejected fi }
inline insert() { step[me] == allowed -> step[me] = written
  if :: shows[id] == 0 -> shows[id] = me; body[id] = myBody; records++; result = me
     :: shows[id] != 0 -> result = shows[id]
     :: fault; step[me] = failed fi /* not written, and no reply */
  if :: true :: step[me] == written && fault; result = 0; step[me] = failed fi } /* written, and no reply */
/* Part of the next two steps. A response may show the record as it was before a change, or after it. */
inline respond() { showedOther = showedOther || shows[id] % CHANGED != result % CHANGED
  gotOtherBody = gotOtherBody || body[id] != myBody; step[me] = done; result = 0; id = 0; isRetry = false }
inline storeResponse() { step[me] == written ->
  if :: keyExists && response == 0 -> response = result; first = (first == 0 -> result : first) :: else fi
  respond() }
inline replay() { step[me] == completed ->
  result = response; wasNotFirst = wasNotFirst || result != first; respond() }
/* After a rejection: a first attempt has inserted no record, but before a retry another request may have. */
inline removeClaim() { step[me] == rejected && !isRetry -> step[me] = done
  if :: keyExists && holder == me && keyId == id && response == 0 -> keyExists = false; holder = 0 :: else fi
  id = 0 }
inline allowRetry() { step[me] == failed || (step[me] == rejected && isRetry) ->
  if :: keyExists && holder == me && keyId == id && response == 0 -> holder = 0; leaseIsOver = true :: else fi
  step[me] = (step[me] == failed -> start : done); id = 0; isRetry = false }
/* At any time, in the process of any caller. */
inline change() { shows[keyId] != 0 && !hasChanged -> hasChanged = true
  shows[keyId] = shows[keyId] + CHANGED }

/* The caller. It remembers the reserved id, the holder that find has seen, and what its response shows. */
#define isWorking(caller) (step[caller] != start && step[caller] != done)
proctype Caller(byte me; byte myBody) { byte id, sawHolder, result; bool isRetry; do
  :: atomic { find() } :: atomic { addKey() } :: atomic { takeOver() } :: atomic { lookUp() }
  :: atomic { evaluate() } :: atomic { insert() } :: atomic { storeResponse() } :: atomic { replay() }
  :: atomic { removeClaim() } :: atomic { allowRetry() } :: atomic { change() }
  :: atomic { isWorking(me) && fault /* crash */
       step[me] = start; id = 0; sawHolder = 0; result = 0; isRetry = false }
  od }

/* The lease ends when its request is over, or when it stalls for longer, which is a fault. */
proctype Time() { do
  :: atomic { keyExists && !leaseIsOver && !isWorking(holder) -> leaseIsOver = true }
  :: atomic { keyExists && !leaseIsOver && isWorking(holder) && fault; leaseIsOver = true }
  :: timeout -> atRest = true; break
  od }
init { atomic { run Caller(1, 0); run Caller(2, 0); run Caller(3, 0); run Caller(4, 1); run Time() } }
