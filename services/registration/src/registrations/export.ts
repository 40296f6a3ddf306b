import type { Handler } from '../../../platform/contract/operation.ts'
import { presentHistoryEntry, presentListed, presentWithDetails } from './presenter.ts'
import type { RegistrationFinder } from './finder.ts'

/** As many as the contract allows in one response: each may have a thousand entries of history. */
const PAGE_SIZE = 10

/** What the user service exports about a person. */
export const exportRegistrations =
  ({ registrations }: { readonly registrations: RegistrationFinder }): Handler<'exportRegistrations'> =>
  async ({ path, query }) => {
    const found = await registrations.listOfUser(path.id, query.afterId ?? 0, PAGE_SIZE)
    return {
      status: 200,
      body: found.map((registration) => ({
        registration: presentListed(registration, presentWithDetails),
        history: registration.history.map(presentHistoryEntry),
      })),
    }
  }
