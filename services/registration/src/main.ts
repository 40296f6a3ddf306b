import { run } from '../../platform/process/run.ts'
import { readRegistrationConfig } from './config.ts'
import { composeRegistration } from './service.ts'

await run('registration', process.env, readRegistrationConfig, composeRegistration)
