import { keepsItsPacts } from './kit/keeps-its-pacts.ts'
import { startProvider } from './registration.ts'

keepsItsPacts(startProvider)
