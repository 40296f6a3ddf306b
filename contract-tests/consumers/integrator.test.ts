import { rollcall } from '@rollcall/client'
import { IN_CLIENT } from './integrator/answers.ts'
import { creatingRegistrations } from './integrator/creating-registrations.ts'
import { usingRegistrations } from './integrator/using-registrations.ts'
import { usingUsers } from './integrator/using-users.ts'
import { testOperations } from './kit/operation.ts'
import { pactBetween } from './kit/pact-file.ts'

const clientOf = (baseUrl: string) => rollcall({ baseUrl, ...IN_CLIENT, patience: { attempts: 1 } })

describe('an integrator uses registration', () => {
  const pact = pactBetween('integrator', 'registration')
  testOperations(pact, clientOf, [...usingRegistrations, ...creatingRegistrations])
})

describe('an integrator uses user', () => {
  const pact = pactBetween('integrator', 'user')
  testOperations(pact, clientOf, usingUsers)
})
