import { startGuardian } from '../../local/processes/guardian.ts'
import { rowOf } from './rows.ts'
import { MAX_RUN_MS, runBesideResolver } from './networks.ts'
import { runWithoutIPv4 } from './without-ipv4.ts'

const NEEDS = { root: true, programs: ['ip', 'ss', 'unshare'] }
const DELIVERED = { kind: 'delivered' }
const NOT_ALLOWED = { kind: 'failed', error: 'address-not-allowed' }

const guardian = startGuardian()
afterAll(() => guardian.release())

rowOf(
  'nat64',
  "webhooks from a network without IPv4, with the files of the guide for Unbound's DNS64 and for Tayga",
  () => {
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
      expect(await runWithoutIPv4('nat64-main.ts', urls, guardian)).toMatchObject(Object.values(expected))
    })
  },
  NEEDS,
)

rowOf(
  'ipv6',
  'the whole system, with all its servers, where there is no IPv4',
  () => {
    it(
      'responds to all calls, sends e-mails, and webhooks to a receiver that has only IPv4',
      async () => {
        const { families, hosts, ...outcome } = (await runWithoutIPv4('ipv6-main.ts', [], guardian)) as any
        expect([...new Set([...families, ...hosts])]).toEqual(['IPv6', '[::1]'])
        expect(outcome).toEqual({
          // A proxy would do it.
          differences: [expect.stringMatching(/^a compressed response/)],
          receipt: 'sent',
        })
      },
      MAX_RUN_MS,
    )
  },
  NEEDS,
)

rowOf(
  'resolver',
  'the whole system, whose servers have names with an address that does not respond',
  () => {
    it(
      'waits while no name can be resolved, and finds servers that have moved meanwhile',
      async () => {
        const outcome = await runBesideResolver(guardian)
        expect(outcome).toEqual({
          withDeadAddress: 'sent',
          awayWithoutResolver: expect.arrayContaining(['mongodb', 'rabbitmq', 'redis']),
          afterwards: ['sent', 'sent'],
        })
      },
      MAX_RUN_MS,
    )
  },
  NEEDS,
)
