/** A row of a roster. */
export interface Person {
  readonly externalId: string
  readonly loginName: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** A person with this number, whose login name and e-mail address no other person has. */
export function personNamed(externalId: string, name: string, more: Partial<Person> = {}): Person {
  const [firstName = '', lastName = ''] = name.split(' ')
  const loginName = `${externalId}.${name.replace(' ', '.')}`.toLowerCase()
  return { externalId, loginName, email: `${loginName}@example.org`, firstName, lastName, ...more }
}

export type Roster = [Person, Person, Person, Person]

export type Format = 'csv' | 'ndjson'

export const COLUMNS = ['externalId', 'loginName', 'email', 'firstName', 'lastName'] as const
/** The text of a file with these people. */
export const written = (people: readonly Person[], format: Format) =>
  (format === 'csv'
    ? [COLUMNS.join(), ...people.map((one) => COLUMNS.map((column) => one[column]).join(','))]
    : people.map((one) => JSON.stringify(one))
  ).join('\n') + '\n'
