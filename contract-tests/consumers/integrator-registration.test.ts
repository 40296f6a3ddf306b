import { rollcall } from '@rollcall/client'
import { IN_CLIENT } from './integrator/answers.ts'
import { creatingRegistrations } from './integrator/creating-registrations.ts'
import { movingRegistrations } from './integrator/moving-registrations.ts'
import { readingRegistrations } from './integrator/reading-registrations.ts'
import { testOperations } from './kit/operation.ts'
import { pactBetween } from './kit/pact-file.ts'

describe('an integrator uses registration', () => {
  const pact = pactBetween('integrator', 'registration')
  const clientOf = (baseUrl: string) => rollcall({ baseUrl, ...IN_CLIENT, patience: { attempts: 1 } })

  testOperations(pact, clientOf, [...readingRegistrations, ...creatingRegistrations, ...movingRegistrations])
})
