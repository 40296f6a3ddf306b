interface DemoGroup {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
}

export const ROOT_GROUP = 1
export const LAKEVIEW = 20

const SCHOOLS: Readonly<Record<number, readonly string[]>> = {
  10: [
    'Cedar Park Elementary',
    'Shoreline Middle School',
    'Northshore High School',
    'Harbor Alternative School',
  ],
  20: ['Maple Leaf Elementary', 'Lakeview Middle School', 'Lakeview High School', 'Willow Creek Primary'],
  40: ['Summit Elementary', 'Ridgeline Middle School', 'Granite Peak High School'],
}

/** A state's learning service: districts with their schools, and a central office with departments. Parents come first. */
export const DEMO_GROUPS: readonly DemoGroup[] = [
  { id: ROOT_GROUP, name: 'Evergreen Learning Service', parentId: null },
  { id: 10, name: 'Northshore School District', parentId: ROOT_GROUP },
  { id: LAKEVIEW, name: 'Lakeview School District', parentId: ROOT_GROUP },
  { id: 30, name: 'Central Office', parentId: ROOT_GROUP },
  { id: 40, name: 'Highland School District', parentId: ROOT_GROUP },
  ...Object.entries(SCHOOLS).flatMap(([district, names]) =>
    names.map((name, index) => ({ id: Number(district) + index + 1, name, parentId: Number(district) })),
  ),
  { id: 31, name: 'Human Resources', parentId: 30 },
  { id: 32, name: 'Information Technology', parentId: 30 },
  { id: 33, name: 'Facilities and Transport', parentId: 30 },
  { id: 34, name: 'Bus Drivers', parentId: 33 },
  { id: 131, name: 'Northshore High School Teachers', parentId: 13 },
  { id: 132, name: 'Northshore High School Support Staff', parentId: 13 },
  { id: 231, name: 'Lakeview High School Teachers', parentId: 23 },
  { id: 232, name: 'Lakeview High School Support Staff', parentId: 23 },
]

/** Groups that people are in directly. */
export const STAFFED_GROUPS = [11, 12, 131, 132, 14, 21, 22, 231, 232, 24, 31, 32, 34, 41, 42, 43] as const

interface DemoAccount {
  readonly id: number
  readonly name: string
  readonly homeGroupId: number
  readonly grants: readonly { readonly role: string; readonly groupId: number }[]
}

/** One that reaches everything, and one that sees how visibility is limited. Ids far from those that are counted up. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    id: 1_000_001,
    name: 'Learning portal',
    homeGroupId: ROOT_GROUP,
    grants: [
      { role: 'Course attendance manager', groupId: ROOT_GROUP },
      { role: 'User administrator', groupId: ROOT_GROUP },
    ],
  },
  {
    id: 1_000_002,
    name: 'Lakeview enrolment',
    homeGroupId: LAKEVIEW,
    grants: [{ role: 'Batch registration manager', groupId: LAKEVIEW }],
  },
]
