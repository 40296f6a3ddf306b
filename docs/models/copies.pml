/* The copies in registrations, and the callers that poll for changes. A typical run:
 *   1. A request for registration 2 looks up its course and its user: version 1 of both.
 *   2. The course is renamed: version 2. Its job refreshes registration 1, the only one that exists.
 *   3. Registration 2 is inserted, with version 1 of the course: too late for the job.
 *   4. Before its event is marked as published, it is compared with the newest course, and refreshed.
 *   5. The caller, whose scope has the course, polls for dates after its last poll, less an overlap.
 * In each run the group of the course moves into the scope of the caller, and either the user changes, or an
 * operator changes the course. The caller polls once at any time, and once at rest. At most FAULTS times, a
 * process crashes.
 *
 * Words (docs/reliability.md explains the notation):
 *   copy: the version of the course or of the user in a registration; to refresh is to write a newer one
 *   tick: the unit of time, from 1 to LAST
 *   date: when the last write of a registration began; callers see that write at most DELAY ticks later
 *   job: refreshes the registrations of a changed course, one in each step
 *   keep: store the newest user in this service too, with which new registrations are compared
 *   scope: the groups that the caller may see; a service may use the scope of STALE ticks before
 *   announce: give a course in a moved group a new version, so that its registrations get a new date
 *
 * The steps, in the order of this file, and the function that performs each, by files in services/:
 *   user/src/users/repository.ts: changeUser = #writeOf; user/src/groups/repository.ts: moveGroup = put
 *   registration/src/courses/repository.ts: announce = announceMove, putCourse = put
 *   registration/src/registrations/register.ts: lookUp = evaluateAll
 *   registration/src/registrations/repository.ts: insert = #insertAll
 *   registration/src/copies/refresh.ts: compare = refreshNew, writeNew = refreshNew
 *   platform/store/long-job.ts: claimStep = #run
 *   registration/src/copies/in-registrations.ts: findStep = refreshCourse, writeStep = refresh
 *   platform/store/long-job.ts: endStep = #advance; registration/src/copies/repository.ts: keepCopy = keep
 *   registration/src/copies/in-registrations.ts: findUsers = refreshUsers, writeUser = refresh
 *   platform/messaging/consumer.ts: acknowledge = #process
 *   registration/src/registrations/read.ts: beginPoll = listRegistrations, readPage = listRegistrations
 */
#define FAULTS 1
#define fault (faults < FAULTS) -> faults++
#define LAST 4 /* enough for a late write, a move and two polls */
#define DELAY 1
#define STALE 1
/* Of two polls, 60 s: more than both together. The scope may be as old as it can be, while a write with an
 * older date lands after a job has written a newer one. */
#define OVERLAP (DELAY + STALE + 1)
mtype = { notDue, due, leased } /* whether a process may claim the next step of the job: only if it is due */
mtype = { idle, lookedUp, inserted, compared, over, claimed, found, written, kept } /* what was done last */
byte now = 1, movedAt, faults
byte course = 1, user = 1, keptUser = 1 /* the newest versions; keptUser is the user that is kept */
byte courseIn[3], userIn[3], date[3] /* by registration, 1 or 2: its copies, 0 before the insert; its date */
bool isSeen[3] /* by registration: whether the caller has its present state */
byte began[4] /* by process, as numbered at the end: when its write in progress began; 0 without one */
mtype job = notDue, jobStep = idle
byte progress /* the registration that the job has finished last; 0 at its beginning */
bool isHeld /* whether the claim of the job holds; a change of the course ends it, and the job begins again */
bool willChangeUser, willPut, inScope, wasAnnounced, messageWaits, wentBack, atRest, hasPolledAtRest

/* At rest each registration has the newest course and the newest user. */
#define areNewest (courseIn[1] == course && courseIn[2] == course && userIn[1] == user && userIn[2] == user)
ltl copiesAreNewest { [] (atRest -> areNewest) }
/* A poll at rest completes what the caller has of the registrations in its scope, by their dates alone. */
ltl pollsMissNothing { [] (hasPolledAtRest && inScope -> isSeen[1] && isSeen[2]) }
/* An older copy never replaces a newer one. */
ltl copiesNeverGoBack { [] !wentBack }
/* In the end: the copies become the newest, and stay so. */
ltl endsInTime { <> [] areNewest }

/* What changes. A new version of the course makes its job due, from the first registration. */
#define changeCourse course++; job = due; isHeld = false; progress = 0
inline changeUser() { willChangeUser -> willChangeUser = false; user++; messageWaits = true }
inline moveGroup() { !inScope -> inScope = true; movedAt = now }
inline announce() { inScope && !wasAnnounced -> wasAnnounced = true; changeCourse }
inline putCourse() { willPut -> willPut = false; changeCourse }
proctype Operator() { do
  :: atomic { changeUser() } :: atomic { moveGroup() } :: atomic { announce() } :: atomic { putCourse() } od }

/* Parts of steps. A write takes its date when it begins, and only a newer version replaces a copy. */
#define takeDate began[me] = now
#define refresh(r, copyIn, version) \
  if :: version > copyIn[r] -> wentBack = wentBack || version < copyIn[r]; /* only with a planted fault */ \
        copyIn[r] = version; date[r] = began[me]; isSeen[r] = false :: else fi

/* The request for registration 2, and the relay, which compares it before it marks its event as published. */
inline lookUp() { step == idle -> foundCourse = course; foundUser = user; takeDate; step = lookedUp }
inline insert() { step == lookedUp -> courseIn[2] = foundCourse; userIn[2] = foundUser; date[2] = began[me]
  foundCourse = 0; foundUser = 0; began[me] = 0; step = inserted }
inline compare() { step == inserted ->
  if :: course > courseIn[2] || keptUser > userIn[2] ->
        foundCourse = course; foundUser = keptUser; takeDate; step = compared
     :: else -> step = over fi }
inline writeNew() { step == compared -> refresh(2, courseIn, foundCourse); refresh(2, userIn, foundUser)
  foundCourse = 0; foundUser = 0; began[me] = 0; step = over }
proctype Create(byte me) { byte foundCourse, foundUser; mtype step = idle; do
  :: atomic { lookUp() } :: atomic { insert() } :: atomic { compare() } :: atomic { writeNew() }
  :: atomic { step != idle && step != over && fault /* crash: the request or the event comes again */
       step = (courseIn[2] == 0 -> idle : inserted); began[me] = 0; foundCourse = 0; foundUser = 0 }
  od }

/* The job. A step refreshes one registration, `next`, to the course as it was read with the claim. */
inline claimStep() { jobStep == idle && job == due -> job = leased; isHeld = true
  foundCourse = course; next = progress + 1; jobStep = claimed }
inline findStep() { jobStep == claimed -> jobStep = found
  if :: courseIn[next] != 0 -> takeDate :: else fi } /* registration 2 may not be there yet */
inline writeStep() { jobStep == found -> jobStep = written
  if :: began[me] != 0 -> refresh(next, courseIn, foundCourse); began[me] = 0 :: else fi; foundCourse = 0 }
inline endStep() { jobStep == written -> jobStep = idle
  if :: isHeld && next == 1 -> progress = 1; job = due; isHeld = false
     :: isHeld && next == 2 -> progress = 0; job = notDue; isHeld = false
     :: else fi; next = 0 } /* the course has changed: its job is due already */
proctype Job(byte me) { byte foundCourse, next; do
  :: atomic { claimStep() } :: atomic { findStep() } :: atomic { writeStep() } :: atomic { endStep() }
  :: atomic { jobStep != idle && fault; jobStep = idle; began[me] = 0; foundCourse = 0; next = 0 } /* crash */
  :: atomic { job == leased && jobStep == idle -> job = due } /* the lease ends after a crash */
  od }

/* The consumer of the message about the changed user. The message comes again until it is acknowledged. */
inline keepCopy() { step == idle && messageWaits -> keptUser = user; step = kept }
inline findUsers() { step == kept -> takeDate; foundNew = courseIn[2] != 0; step = found }
inline writeUser() { step == found -> refresh(1, userIn, keptUser)
  if :: foundNew -> refresh(2, userIn, keptUser) :: else fi; began[me] = 0; foundNew = false; step = written }
inline acknowledge() { step == written -> messageWaits = false; step = idle }
proctype UserChanged(byte me) { bool foundNew; mtype step = idle; do
  :: atomic { keepCopy() } :: atomic { findUsers() } :: atomic { writeUser() } :: atomic { acknowledge() }
  :: atomic { step != idle && fault; step = idle; began[me] = 0; foundNew = false } /* crash */
  od }

/* The caller. The next poll counts from the beginning of this one, whose page may be read much later. */
inline beginPoll() { pollBegan == 0 && (!hasPolled || atRest && !hasPolledAtRest) ->
  hasPolled = true; pollBegan = now }
inline readPage() { pollBegan != 0 ->
  if :: inScope -> if :: date[1] > after -> isSeen[1] = true :: else fi
        if :: date[2] > after -> isSeen[2] = true :: else fi
     :: !inScope || now - movedAt <= STALE fi /* not in the scope, or not yet in the one that is used */
  after = (pollBegan > OVERLAP -> pollBegan - OVERLAP : 0); pollBegan = 0; hasPolledAtRest = atRest
  movedAt = (now - movedAt > STALE -> 0 : movedAt) } /* only keeps the number of states small */
proctype Caller() { byte pollBegan, after; bool hasPolled; do
  :: atomic { beginPoll() } :: atomic { readPage() }
  :: timeout -> if :: atRest -> break :: else -> atRest = true; now = LAST + STALE + 1 fi /* no old scope */
  od }

/* Time waits for a write whose date is DELAY ticks old. */
#define canTick(p) (began[p] == 0 || now - began[p] < DELAY)
proctype Time() { do
  :: atomic { now < LAST && canTick(1) && canTick(2) && canTick(3) -> now++ } od }
/* Registration 1 exists. Either the user changes, or the course. */
init { atomic { courseIn[1] = 1; userIn[1] = 1; date[1] = 1; if :: willChangeUser = true :: willPut = true fi
  run Create(1); run Job(2); run UserChanged(3); run Operator(); run Caller(); run Time() } }
