import { rollcall } from '@rollcall/client'
import { creatingRegistrations } from './integrator/creating-registrations.ts'
import { namingCourses, namingGroups } from './integrator/naming.ts'
import { usingRegistrations } from './integrator/using-registrations.ts'
import { usingUsers } from './integrator/using-users.ts'
import { usingWebhooks } from './integrator/using-webhooks.ts'
import { EXAMPLES } from '../../testing/pact/examples.ts'
import { testOperations } from '../../testing/pact/operation.ts'
import { pactBetween } from '../../testing/pact/pact-file.ts'

const KEY = { apiKey: EXAMPLES.keyId, apiSecret: EXAMPLES.secret }
const clientOf = (baseUrl: string) => rollcall({ baseUrl, ...KEY, patience: { attempts: 1 } })

describe('an integrator uses registration', () => {
  const pact = pactBetween('integrator', 'registration')
  testOperations(pact, (url) => clientOf(url).registrations, {
    ...usingRegistrations,
    ...creatingRegistrations,
    ...namingCourses,
  })
})

describe('an integrator uses user', () => {
  const pact = pactBetween('integrator', 'user')
  testOperations(pact, (url) => clientOf(url).users, { ...usingUsers, ...namingGroups })
})

describe('an integrator uses notification', () => {
  const pact = pactBetween('integrator', 'notification')
  testOperations(pact, (url) => clientOf(url).webhooks, usingWebhooks)
})
