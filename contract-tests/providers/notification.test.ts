import { keepsItsPacts } from './kit/keeps-its-pacts.ts'
import { startProvider } from './notification.ts'

keepsItsPacts(startProvider)
