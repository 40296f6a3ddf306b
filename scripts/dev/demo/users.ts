import { faker } from '@faker-js/faker/locale/en_US'
import { STAFFED_GROUPS } from './groups.ts'

const SEED = 2026
const HOW_MANY = 200

/** Marks users that were made here. */
export const DEMO_USER_PREFIX = 'demo-'

/** 200 people, the same in every clone: names from a seeded generator, addresses that no mail can reach by accident. */
export function demoUsers(): readonly Record<string, unknown>[] {
  faker.seed(SEED)
  return Array.from({ length: HOW_MANY }, (_, index) => {
    const firstName = faker.person.firstName()
    const lastName = faker.person.lastName()
    const handle = `${firstName}.${lastName}.${index + 1}`.toLowerCase().replaceAll(/[^a-z0-9.]/g, '')
    const group = STAFFED_GROUPS[index % STAFFED_GROUPS.length] ?? 1
    const second = STAFFED_GROUPS[(index * 7 + 3) % STAFFED_GROUPS.length] ?? 1
    return {
      externalId: `${DEMO_USER_PREFIX}${String(index + 1).padStart(4, '0')}`,
      loginName: handle,
      firstName,
      lastName,
      email: `${handle}@${index % 4 === 0 ? 'example.test' : 'example.com'}`,
      address: faker.location.streetAddress(),
      address2: index % 5 === 0 ? faker.location.secondaryAddress() : '',
      city: faker.location.city(),
      state: faker.location.state({ abbreviated: true }),
      zip: faker.location.zipCode('#####'),
      country: 'US',
      expirationDate: expirationOf(index),
      workSettingsPrivateIndustryExcept: index % 9 === 0 ? 'true' : 'false',
      groupIds: index % 11 === 0 && second !== group ? [group, second] : [group],
    }
  })
}

/** Most never expire; every 13th has expired, and some will. */
function expirationOf(index: number): string {
  if (index % 13 === 12) return '2025-06-30T23:59:59Z'
  return index % 10 === 5 ? '2035-06-30T23:59:59Z' : ''
}
