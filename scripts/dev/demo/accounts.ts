import { LAKEVIEW, ROOT_GROUP } from './groups.ts'

export interface DemoAccount {
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
