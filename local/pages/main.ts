/**
 * `npm run generate -- pages`: writes everything that the pages under /docs/ are made from. An image contains
 * it.
 */
import { buildGuides } from './guides.ts'
import { GUIDE_SITE } from './paths.ts'
import { writeReference } from './reference.ts'

await writeReference()
await buildGuides(GUIDE_SITE)
