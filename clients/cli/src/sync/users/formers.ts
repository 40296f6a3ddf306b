import type { User } from '@rollcall/client'
import type { PlannedKind } from '../plan.ts'
import { numberAndName } from '../user.ts'
import type { DesiredUser } from './login-names.ts'
import { namesWith } from './names.ts'
import { fullNameKeyOf, nameAndAddressKeyOf } from './people.ts'
import { numberCommand } from './row-texts.ts'

const IS_MISSING =
  'somebody who is not in the file: a new number? (first users renumber, or later users merge-accounts)'

const IS_OF_OTHER =
  'somebody whom another source keeps: taken over? (first users renumber --source OTHER, and then ' +
  '--take-over ID; or later users merge-accounts)'

/** Who may have an account already. */
interface Formers {
  /** The people whom the sync removes, or would remove. */
  readonly leaving: readonly User[]
  /** The people of the group and, if somebody is new, those outside it, who are not in the file. */
  readonly missing: readonly User[]
  readonly isOfOther: (user: User) => boolean
}

/** Which new people of a plan may have an account already, and which of those who return have two. */
export function formersAmong({ leaving, missing, isOfOther }: Formers) {
  const leavingByName = new Map(leaving.map((user) => [fullNameKeyOf(user), user]))
  const leavingByNameAndAddress = new Map(leaving.map((user) => [nameAndAddressKeyOf(user), user]))
  // The first one counts, so those of the group before those outside.
  const byNameAndAddress = new Map(missing.toReversed().map((user) => [nameAndAddressKeyOf(user), user]))
  const formerOf = ({ body }: DesiredUser) =>
    leavingByName.get(fullNameKeyOf(body)) ?? byNameAndAddress.get(nameAndAddressKeyOf(body))
  const formerIf = (isWanted: (former: User) => boolean) => (row: DesiredUser) =>
    [formerOf(row)].find((former) => former && isWanted(former))
  return {
    formerOf,
    kindsOfNew: (create: readonly DesiredUser[]): readonly PlannedKind[] => [
      {
        title: `of them with the name of ${IS_MISSING}`,
        names: namesWith(
          create,
          formerIf((former) => !isOfOther(former)),
          (former, row) =>
            numberAndName(former) +
            (row.externalId && !former.externalId ? `: ${numberCommand(row, former)}` : ''),
        ),
      },
      {
        title: `of them with the name and the address of ${IS_OF_OTHER}`,
        names: namesWith(
          create,
          formerIf(isOfOther),
          (former) => `${numberAndName(former)}, kept by ${former.managedBy}`,
        ),
      },
    ],
    kindOfReturning: (returning: readonly DesiredUser[]): PlannedKind => ({
      title: `of them with the name and the address of ${IS_MISSING}`,
      names: namesWith(
        returning,
        ({ body }) => leavingByNameAndAddress.get(nameAndAddressKeyOf(body)),
        numberAndName,
      ),
    }),
  }
}
