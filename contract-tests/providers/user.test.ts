import { keepsItsPacts } from './kit/keeps-its-pacts.ts'
import { startProvider } from './user.ts'

keepsItsPacts(startProvider)
