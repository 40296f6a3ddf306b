import { run } from '../../platform/process/run.ts'
import { readUserConfig } from './config.ts'
import { composeUser } from './service.ts'

await run('user', process.env, readUserConfig, composeUser)
