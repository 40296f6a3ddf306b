/** `npm run generate -- pages`: writes what the pages under /docs/ are made from. An image contains it. */
import { writeGuides } from './guides.ts'
import { GUIDE_SITE } from './paths.ts'
import { writeReference } from './reference.ts'

await writeReference()
writeGuides(GUIDE_SITE)
