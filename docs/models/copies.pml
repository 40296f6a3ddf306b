/* The copies in registrations, and the callers that poll for changes.
 *
 * One registration exists and one is created. Meanwhile a move of a group brings their course into the scope
 * of a caller, and either an operator changes the course, or the user changes. The caller polls once at any
 * time, and once at rest. A write becomes visible at most DELAY ticks after the date that it carries; a scope
 * is at most STALE ticks old. At most FAULTS times in a run, a process crashes.
 *
 * Actions, each with the function that performs it, by files in services/:
 *   registration/src/copies/in-registrations.ts: findStep = refreshCourse, findUsers = refreshUsers
 *   registration/src/copies/in-registrations.ts: refresh = refresh, writeStep = refresh, writeUser = refresh
 *   registration/src/registrations/read.ts: beginPoll = listRegistrations, readPage = listRegistrations
 *   registration/src/courses/repository.ts: putCourse = put, announce = announceMove
 *   registration/src/copies/refresh.ts: compare = refreshNew, writeNew = refreshNew
 *   registration/src/registrations/repository.ts: insert = #insertAll
 *   platform/store/long-job.ts: claimStep = #run, endStep = #advance
 *   registration/src/registrations/register.ts: lookUp = evaluateAll
 *   registration/src/copies/repository.ts: keepCopy = keep; user/src/groups/repository.ts: moveGroup = put
 *   platform/messaging/consumer.ts: acknowledge = #process
 *   user/src/users/repository.ts: changeUser = #writeOf
 */
#ifndef FAULTS
#define FAULTS 1
#endif
#define fault (faults < FAULTS) -> faults++
#define LAST 4 /* the last tick of a run; the first is 1 */
#define DELAY 1
#define STALE 1
#define OVERLAP (DELAY + STALE + 1) /* 60 s in the documentation */
mtype = { noTime, due, leased } /* when the job of the course may be claimed */
mtype = { idle, claimed, dated, written, found, stored, compared, over } /* how far a process is */
byte now = 1, faults, course = 1, user = 1, userCopy = 1 /* the versions in the services */
byte courseIn[3], userIn[3], date[3] /* by registration: its copies (0: there is none) and its date */
bool isSeen[3] /* by registration: whether the caller has it as it is */
byte taken[4] /* by process: the date that its write in progress carries; 0 without one */
byte progress, holder, movedAt
mtype jobTime = noTime, job[3] = idle
bool inScope, messageWaits, wasPut, wasAnnounced, wasChanged, wentBack, atRest, hasPolled

/* At rest each registration has the newest course and the newest user. */
#define areNewest (courseIn[1] == course && courseIn[2] == course && userIn[1] == user && userIn[2] == user)
ltl copiesAreNewest { [] (atRest -> areNewest) }
/* A poll at rest completes what the caller has of the registrations in its scope, by their dates alone. */
ltl pollsMissNothing { [] (hasPolled && inScope -> isSeen[1] && isSeen[2]) }
/* An older copy never replaces a newer one. */
ltl copiesNeverGoBack { [] !wentBack }
/* In the end: the copies become the newest, and stay so. */
ltl endsInTime { <> [] areNewest }

#define takeDate taken[me] = now
#define canTick(p) (taken[p] == 0 || now - taken[p] < DELAY)
/* Writes newer copies into a registration, with the date that was taken; 0 stands for no copy. */
inline refresh(r, newCourse, newUser) {
  if :: newCourse != 0 && newCourse > courseIn[r] ->
        wentBack = wentBack || newCourse < courseIn[r]; courseIn[r] = newCourse
        date[r] = taken[me]; isSeen[r] = false
     :: else fi
  if :: newUser != 0 && newUser > userIn[r] ->
        wentBack = wentBack || newUser < userIn[r]; userIn[r] = newUser
        date[r] = taken[me]; isSeen[r] = false
     :: else fi }

inline putCourse() { !wasPut -> wasPut = true; course++; jobTime = due; holder = 0; progress = 0 }
inline moveGroup() { !inScope -> inScope = true; movedAt = now }
inline announce() { inScope && !wasAnnounced -> wasAnnounced = true
  course++; jobTime = due; holder = 0; progress = 0 }
inline changeUser() { !wasChanged -> wasChanged = true; user++; messageWaits = true }

inline claimStep() { job[me] == idle && jobTime == due -> jobTime = leased; holder = me
  newest = course; next = progress + 1; job[me] = claimed }
inline findStep() { job[me] == claimed -> job[me] = dated
  if :: courseIn[next] != 0 -> takeDate :: else fi }
inline writeStep() { job[me] == dated -> job[me] = written
  if :: taken[me] != 0 -> refresh(next, newest, 0); taken[me] = 0 :: else fi; newest = 0 }
inline endStep() { job[me] == written -> job[me] = idle
  if :: holder == me && next == 1 -> progress = 1; jobTime = due; holder = 0
     :: holder == me && next == 2 -> progress = 0; jobTime = noTime; holder = 0
     :: else fi; next = 0 }

inline lookUp() { step == idle -> newest = course; newestUser = user; takeDate; step = dated }
inline insert() { step == dated -> courseIn[2] = newest; userIn[2] = newestUser; date[2] = taken[me]
  newest = 0; newestUser = 0; taken[me] = 0; step = stored }
inline compare() { step == stored ->
  if :: course > courseIn[2] || userCopy > userIn[2] ->
        newest = course; newestUser = userCopy; takeDate; step = compared
     :: else -> step = over fi }
inline writeNew() { step == compared -> refresh(2, newest, newestUser)
  newest = 0; newestUser = 0; taken[me] = 0; step = over }

inline keepCopy() { step == idle && messageWaits -> userCopy = user; step = stored }
inline findUsers() { step == stored -> takeDate; hasNew = courseIn[2] != 0; step = dated }
inline writeUser() { step == dated -> refresh(1, 0, userCopy)
  if :: hasNew -> refresh(2, 0, userCopy) :: else fi
  taken[me] = 0; hasNew = false; step = written }
inline acknowledge() { step == written -> messageWaits = false; step = idle }

inline beginPoll() { begun == 0 && (!hasBegun || atRest && !hasPolled) -> hasBegun = true; begun = now }
/* A page may be read long after the first one began the poll. */
inline readPage() { begun != 0 ->
  if :: inScope -> if :: date[1] > from -> isSeen[1] = true :: else fi
        if :: date[2] > from -> isSeen[2] = true :: else fi
     :: !inScope || now - movedAt <= STALE fi /* or the scope is an old one */
  from = (begun > OVERLAP -> begun - OVERLAP : 0); begun = 0; hasPolled = atRest
  movedAt = (now - movedAt > STALE -> 0 : movedAt) }

proctype Create(byte me) { byte newest, newestUser; mtype step = idle
  do
  :: atomic { lookUp() } :: atomic { insert() } :: atomic { compare() } :: atomic { writeNew() }
  :: atomic { step != idle && step != over && fault /* crash: the request or the event comes again */
       step = (courseIn[2] == 0 -> idle : stored); taken[me] = 0; newest = 0; newestUser = 0 }
  od }
proctype Job(byte me) { byte newest, next
  do
  :: atomic { claimStep() } :: atomic { findStep() } :: atomic { writeStep() } :: atomic { endStep() }
  :: atomic { job[me] != idle && fault; job[me] = idle; taken[me] = 0; newest = 0; next = 0 } /* crash */
  od }
proctype UserChanged(byte me) { bool hasNew; mtype step = idle
  do
  :: atomic { changeUser() } :: atomic { keepCopy() } :: atomic { findUsers() } :: atomic { writeUser() }
  :: atomic { acknowledge() }
  :: atomic { step != idle && fault; step = idle; taken[me] = 0; hasNew = false } /* crash */
  od }
proctype Operator() { do :: atomic { putCourse() } :: atomic { moveGroup() } :: atomic { announce() } od }
proctype Caller() { byte begun, from; bool hasBegun
  do
  :: atomic { beginPoll() } :: atomic { readPage() }
  :: timeout -> if :: atRest -> break :: else -> atRest = true; now = LAST + STALE + 1 fi
  od }
/* Time goes on while no write is late. The lease of a job ends when its process has crashed. */
proctype Time() {
  do
  :: atomic { now < LAST && canTick(1) && canTick(2) && canTick(3) -> now++ }
  :: atomic { jobTime == leased && job[holder] == idle -> jobTime = due }
  od }
init { atomic { courseIn[1] = 1; userIn[1] = 1; date[1] = 1; if :: wasPut = true :: wasChanged = true fi
  run Create(1); run Job(2)
  run UserChanged(3); run Operator(); run Caller(); run Time() } }
