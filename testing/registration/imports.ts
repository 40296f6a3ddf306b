/** Finished training, as an operator imports it. */
export const FINISHED = {
  statusName: 'Completed',
  createdDate: '2019-03-01T08:00:00Z',
  registrationDate: '2019-03-02T08:00:00Z',
  completionDate: '2019-03-28T17:30:00+01:00',
  score: 87.5,
  success: 'True',
}
/** A row of a completion list. */
export const UNDATED = {
  statusName: 'Completed',
  completionDate: '2026-01-20T15:00:00Z',
  score: 91,
  openRegistration: 'complete',
}

/** The status of each item of a response, with what became of it. */
export const outcomes = ({ body }: { body: any }) =>
  body.map(({ status, outcome, code }: any) => [status, outcome ?? code])
