import { LAKEVIEW, ROOT_GROUP } from './groups.ts'

export interface DemoCourse {
  readonly id: number
  readonly name: string
  readonly externalId: string
  readonly groupIds: readonly number[]
  readonly active: boolean
  readonly published: boolean
  readonly requiresRegistration: boolean
  readonly eventBased: boolean
}

type Kind = Partial<Omit<DemoCourse, 'id' | 'name' | 'externalId'>>

const EVERYONE: Kind = { groupIds: [ROOT_GROUP] }
const EVENT: Kind = { eventBased: true }
const ARTICLE: Kind = { requiresRegistration: false }
const RETIRED: Kind = { active: false }
const DRAFT: Kind = { published: false }

/** 40 courses of every kind that the rules know: those that can be registered for, and each reason why not. */
const CATALOGUE: readonly (readonly [name: string, kind: Kind])[] = [
  ['Fire Safety Basics', EVERYONE],
  ['Safeguarding Children', EVERYONE],
  ['Data Protection at School', EVERYONE],
  ['First Aid', { groupIds: [10] }],
  ['First Aid', { groupIds: [LAKEVIEW] }], // the same name twice: found by name, it is ambiguous (R3)
  ['Classroom Management', { groupIds: [10, LAKEVIEW, 40] }],
  ['Reading Recovery: Foundations', { groupIds: [11, 21, 24, 41] }],
  ['Phonics for Early Years', { groupIds: [11, 21, 24, 41] }],
  ['Teaching Fractions', { groupIds: [12, 22, 42] }],
  ['Laboratory Safety', { groupIds: [13, 23, 43] }],
  ['Assessment for Learning', EVERYONE],
  ['Supporting English Learners', EVERYONE],
  ['Inclusive Design of Lessons', EVERYONE],
  ['Restorative Practices', { groupIds: [10, LAKEVIEW] }],
  ['Student Mental Health: First Response', EVERYONE],
  ['Digital Citizenship', EVERYONE],
  ['Spreadsheets for Administrators', { groupIds: [30] }],
  ['Fair Recruitment', { groupIds: [31] }],
  ['Information Security Awareness', EVERYONE],
  ['Incident Response', { groupIds: [32] }],
  ['Defensive Driving for Bus Drivers', { groupIds: [34] }],
  ['Handling of Cleaning Agents', { groupIds: [33] }],
  ['Leading a Department', { groupIds: [13, 23] }],
  ['Mentoring New Teachers', { groupIds: [131, 231] }],
  ['Budgeting for Principals', { groupIds: [10, LAKEVIEW, 40] }],
  ['Advanced Placement Workshop', { groupIds: [131] }],
  ['Concussion Protocol', { groupIds: [12, 13, 22, 23, 42, 43] }],
  ['Annual Teachers Conference (in person)', { ...EVERYONE, ...EVENT }],
  ['Evening Webinar: Parents and Screens', { ...EVERYONE, ...EVENT }],
  ['Hands-on Robotics Day', { groupIds: [13, 23], ...EVENT }],
  ['New Staff Welcome Meeting', { groupIds: [10], ...EVENT }],
  ['Article: Planning a Field Trip', { ...EVERYONE, ...ARTICLE }],
  ['Article: Writing a Substitute Plan', { ...EVERYONE, ...ARTICLE }],
  ['Checklist: End of the School Year', { groupIds: [LAKEVIEW], ...ARTICLE }],
  ['Fire Safety Basics (2019 edition)', { ...EVERYONE, ...RETIRED }],
  ['Overhead Projector Maintenance', { groupIds: [10], ...RETIRED }],
  ['Typewriting for the School Office', { groupIds: [30], ...RETIRED, ...ARTICLE }],
  ['Generative Tools in the Classroom', { ...EVERYONE, ...DRAFT }],
  ['Water Safety', { groupIds: [LAKEVIEW], ...DRAFT }],
  ['Portfolio Assessment (pilot)', { groupIds: [43], ...DRAFT, ...RETIRED }],
]

const FIRST_ID = 101

export const DEMO_COURSES: readonly DemoCourse[] = CATALOGUE.map(([name, kind], index) => ({
  id: FIRST_ID + index,
  name,
  externalId: `catalogue-${FIRST_ID + index}`,
  groupIds: [],
  active: true,
  published: true,
  requiresRegistration: true,
  eventBased: false,
  ...kind,
}))

/** Those that a registration is accepted for, and whose name is the only one of its kind. */
export const OPEN_COURSES = DEMO_COURSES.filter(
  (course) =>
    course.active &&
    course.published &&
    course.requiresRegistration &&
    !course.eventBased &&
    DEMO_COURSES.every((other) => other === course || other.name !== course.name),
)
