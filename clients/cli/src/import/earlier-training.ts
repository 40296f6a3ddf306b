/** Half a year: last year's list of a yearly course is older, training before a late registration is not. */
const MAX_DAYS_BEFORE = 180
const DAY_MS = 24 * 60 * 60 * 1_000

/** Its `registrationDate` and `completionDate` are when a person was registered, and trained. */
type Dates = Readonly<Record<string, unknown>>

/** The days of both, and by how many days the training is older than its registration. */
export function agesOf({ registrationDate, completionDate }: Dates) {
  const [registered, completed] = [String(registrationDate), String(completionDate)]
  const daysBefore = (Date.parse(registered) - Date.parse(completed)) / DAY_MS
  return { daysBefore, registeredOn: registered.slice(0, 10), completedOn: completed.slice(0, 10) }
}

/**
 * Why this training must not finish this registration: last year's would finish this year's.
 * @param whatNow what to do
 */
export function tooEarly(dates: Dates, whatNow = IF_RIGHT): string | undefined {
  const { daysBefore, registeredOn, completedOn } = agesOf(dates)
  if (daysBefore <= MAX_DAYS_BEFORE) return undefined
  return (
    `The training of ${completedOn} is over ${MAX_DAYS_BEFORE} days before the registration of ` +
    `${registeredOn}: it is probably that of an earlier one. ${whatNow}`
  )
}

const IF_RIGHT = 'If it is right, add --allow-earlier, which accepts all such rows.'
