/* The steps of the processes of delivery.pml: whose state, the states before, the state after. The model
 * includes this table. The services record the steps under these names, and `npm run faults` fails if a process
 * has taken a step in another state: see README.md. */
#define MAY_(process, before, after) ((process[me] & (before)) != 0)
#define DO_(process, before, after) process[me] = after
#define MAY(step) MAY_(step)
#define DO(step) DO_(step)

/* A relay with one event. held: claimed; waiting: for the confirm; unsure: no confirm came; missed: the
 * record has an event that was added meanwhile; pulled: its own event is removed; cleared: released, if
 * others remain. */
#define idle 1 /* also of the other two */
#define held 2
#define waiting 4
#define confirmed 8
#define missed 16
#define pulled 32
#define cleared 64
#define unsure 128
#define CLAIM_EVENTS   relay, idle, held
#define CLAIM_EMPTY    relay, idle, pulled /* not recorded */
#define PUBLISH        relay, held, waiting
#define CONFIRM        relay, waiting, confirmed
#define LOSE_CONFIRM   relay, waiting, unsure
#define MARK_PUBLISHED relay, confirmed, idle
#define MISS_MARK      relay, confirmed, missed /* not recorded */
#define PULL           relay, missed, pulled
#define CLEAR_SCHEDULE relay, pulled, cleared /* not recorded */
#define RELEASE_EVENTS relay, held | cleared | unsure, idle

/* A consumer with one message. stored: it may be acknowledged. */
#define taken 2
#define stored 4
#define TAKE           message, idle, taken
#define STORE          message, taken, stored
#define FIND_STORED    message, taken, stored
#define FORWARD        message, taken, stored
#define ACKNOWLEDGE    message, stored, idle

/* A sender with one delivery. begun: it sends; then the mail server has accepted the e-mail, has told to try
 * later, is silent, or has rejected it for good. */
#define claimed 2
#define begun 4
#define accepted 8
#define later 16
#define silent 32
#define rejected 64
#define CLAIM          attempt, idle, claimed
#define STEAL          attempt, idle, claimed
#define RELEASE        attempt, claimed, idle
#define LOSE_CLAIM     attempt, claimed, idle
#define BEGIN          attempt, claimed, begun
#define ACCEPT         attempt, begun, accepted
#define DELAY          attempt, begun, later
#define LOSE_REPLY     attempt, begun, silent
#define REFUSE         attempt, begun, rejected
#define RECORD_SENT    attempt, accepted, idle
#define RECORD_FAILURE attempt, later | silent | rejected, idle
#define RECORD_LATE    attempt, later | silent | rejected, idle

/* Steps that may happen only once, to a message or to an attempt of a delivery. Here are the model's
 * conditions; in the logs, the steps are counted. */
#define STORE_ONCE (status == none)
#define BEGIN_ONCE (claim == me)
#define RECORD_FAILURE_ONCE (claim == me)
