import { rollcall } from '@rollcall/client'
import { IN_CLIENT } from './integrator/answers.ts'
import { usingUsers } from './integrator/users.ts'
import { testOperations } from './kit/operation.ts'
import { pactBetween } from './kit/pact-file.ts'

describe('an integrator uses user', () => {
  const pact = pactBetween('integrator', 'user')
  const clientOf = (baseUrl: string) => rollcall({ baseUrl, ...IN_CLIENT, patience: { attempts: 1 } })

  testOperations(pact, clientOf, usingUsers)
})
