import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { MongoClient } from 'mongodb'
import { untrustedCert as cert, untrustedKey as key } from '../../testing/notification/certificate.ts'
import { testServers } from '../../testing/servers.ts'
import { requireUsableMongodb } from '../backing/mongodb-check.ts'
import { SOFTWARE } from '../backing/debian.ts'
import { mongodb } from '../backing/mongodb.ts'
import { findFirst } from '../backing/programs.ts'
import type { Site } from '../backing/server.ts'
import { startGuardian } from '../processes/guardian.ts'
import { silentReporter } from '../progress-reporter.ts'
import { databaseUrl } from '../services.ts'

const servers: Server[] = []
/** The driver may leave one open whose server never responds. */
const sockets: Socket[] = []
const guardian = startGuardian()
afterAll(async () => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
  await guardian.release()
})

async function addressOf(server: Server): Promise<string> {
  servers.push(server)
  server.on('connection', (socket) => sockets.push(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const isRejected = (url: string, message: RegExp) =>
  expect(requireUsableMongodb(url)).rejects.toThrow(message)

describe('the check of a MongoDB', () => {
  it('accepts the servers of these tests, and leaves no database behind', async () => {
    const url = testServers().mongodbUrl
    await requireUsableMongodb(url)
    await using client = await MongoClient.connect(url)
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
    expect(databases.filter(({ name }) => name.startsWith('rollcall_self_test'))).toEqual([])
  })

  it('says why a server cannot be used', async () => {
    const silentServer = await addressOf(createTcpServer())
    const tlsServer = await addressOf(createTlsServer({ cert, key }))
    // Each takes the time that the check waits for a server.
    await Promise.all([
      isRejected('mongodb://u:p@ss@127.0.0.1', /^malformed address: /),
      isRejected('mongodb://host.invalid', /^unreachable: .* at host\.invalid can't be used/),
      isRejected(
        'mongodb://u:secret@127.0.0.1:9',
        /^connection refused: the MongoDB at 127\.0\.0\.1:9 can't be used/,
      ),
      isRejected(`mongodb://${silentServer}`, /^unreachable: /),
      isRejected(`mongodb://${tlsServer}/?tls=true`, /^TLS or certificate: .*certificate/),
    ])
  })

  it('distinguishes a wrong password from missing rights, and accepts a sufficient user', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'rollcall-check-'))
    guardian.watch(dir)
    const site: Site = {
      dir,
      software: SOFTWARE,
      logs: dir,
      guardian,
      progress: silentReporter,
      env: process.env,
    }
    const server = await findFirst('MongoDB', mongodb.providers, site)
    const [open] = await server.start()
    await using client = await MongoClient.connect(server.url)
    for (const role of ['read', 'root'])
      await client.db('admin').command({ createUser: role, pwd: 'right', roles: [{ role, db: 'admin' }] })
    await client.close()
    await open!.stop()
    const [closed] = await server.start('--auth')
    const as = (user: string, password = 'right') => server.url.replace('//', `//${user}:${password}@`)
    await isRejected(as('read', 'wrong'), /^wrong user name or password: /)
    await isRejected(as('read'), /^missing rights: /)
    await isRejected(server.url, /^missing rights: /)
    // The check and the services look for the user in the same database.
    await requireUsableMongodb(as('root'))
    const ofService = await MongoClient.connect(databaseUrl(as('root'), 'user'))
    await ofService.db().collection('users').insertOne({})
    await ofService.close()
    await closed!.stop()
  })
})
