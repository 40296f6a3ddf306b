import type { Handler } from '../../../platform/contract/operation.ts'

/** After a restore: an id that was issued before is not issued again. */
export const raiseRegistrationIds =
  ({ raiseIds }: { raiseIds: (above: number) => Promise<number> }): Handler<'raiseRegistrationIds'> =>
  async (call) => {
    const above = await raiseIds(call.body.above)
    return { status: 200, body: { above }, audited: call.audit({ above }) }
  }
