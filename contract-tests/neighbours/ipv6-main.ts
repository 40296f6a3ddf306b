/** Starts what `npm start` starts, where there is no IPv4, and prints how it responds to integrators. */
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { launch } from '../../local/launcher.ts'
import { PATHS, type RunFile } from '../../local/paths.ts'
import { startGuardian } from '../../local/processes/guardian.ts'
import { createProgressReporter } from '../../local/progress-reporter.ts'
import { bearer, client } from '../../testing/client.ts'
import { expectBody } from '../../testing/portal.ts'
import { callsThatDiffer } from './acceptance.ts'
import { putCourse, register, untilSent } from './registration.ts'

const ACCOUNT = {
  name: 'HR sync',
  grants: ['Course attendance manager', 'User administrator'].map((role) => ({ role, groupId: 1 })),
  requestsPerMinute: 1_000_000,
}

const guardian = startGuardian()
const progress = createProgressReporter((text) => process.stderr.write(text))
const options = { port: 8080, reset: false, watch: false, traces: false, help: false }
const { stop } = await launch(options, process.env, guardian, progress)
try {
  const { baseUrl, adminUrl, operatorToken, backing } = JSON.parse(
    readFileSync(PATHS.runFile, 'utf8'),
  ) as RunFile
  const operator = client(adminUrl, bearer(operatorToken))
  await operator.put('/admin/groups/1/', { name: 'All users', parentId: null })
  await putCourse(operator)
  async function issueKey(account: object) {
    const { id } = expectBody(await operator.post('/admin/service-accounts/', account), 201)
    const key = expectBody(await operator.post(`/admin/service-accounts/${id}/keys/`, {}), 201)
    return { 'x-api-key': key.keyId as string, 'x-api-secret': key.secret as string }
  }
  const credential = await issueKey(ACCOUNT)
  const { differences } = await callsThatDiffer({
    base: baseUrl,
    credential,
    limited: await issueKey({ ...ACCOUNT, requestsPerMinute: 1 }),
    courseId: 1,
    receiver: {
      url: 'http://receiver.example:8088/',
      count: () => readFileSync(process.env['RECEIVED'] ?? '', 'utf8').split('\n').length,
    },
  })
  const caller = client(baseUrl, credential)
  const { id } = await register(caller, 'zoe.ipv6@example.org')
  const receipt = await untilSent(caller, id)
  const families = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ family }) => family))
  const hosts = [baseUrl, ...Object.values(backing)].map((url) => new URL(url).hostname)
  console.log(JSON.stringify({ families, hosts, differences, receipt }))
} finally {
  await stop()
  await guardian.release()
}
