import { join } from 'node:path'
import { ROOT } from '../support/files.ts'

/** What `services/registration/src/reference/web.ts` serves beside its own files; not committed. */
export const BUILT = join(ROOT, 'services/registration/built')
export const GUIDE_SITE = join(BUILT, 'site')
