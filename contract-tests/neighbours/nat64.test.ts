import { startGuardian } from '../../local/processes/guardian.ts'
import { postByNat64 } from './nat64.ts'
import { rowOf } from './rows.ts'

const DELIVERED = { kind: 'delivered' }
const NOT_ALLOWED = { kind: 'failed', error: 'address-not-allowed' }

rowOf(
  'nat64',
  "webhooks from a network without IPv4, with the files of the guide for Unbound's DNS64 and for Tayga",
  () => {
    const guardian = startGuardian()
    afterAll(() => guardian.release())

    it('reach receivers that have only IPv4, and no metadata server or private address', async () => {
      const expected = {
        'receiver.example': DELIVERED,
        '[64:ff9b::506:708]': DELIVERED,
        // Only one of its addresses is allowed.
        'several.example': DELIVERED,
        'metadata.example': NOT_ALLOWED,
        '[64:ff9b::a9fe:a9fe]': NOT_ALLOWED,
        'private.example': NOT_ALLOWED,
      }
      const urls = Object.keys(expected).map((host) => `http://${host}:8088/`)
      expect(await postByNat64(urls, guardian)).toMatchObject(Object.values(expected))
    })
  },
  { root: true, programs: ['ip', 'ss', 'unshare'] },
)
