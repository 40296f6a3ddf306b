import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { allotPorts } from '../processes/ports.ts'
import { probeMongodb } from './probes.ts'
import { onThePath, startServer } from './programs.ts'
import { isInstalled, programsOf } from './python.ts'
import { requireMongodbThatServes } from './self-test.ts'
import type { Found, Provider, Recipe, Site } from './server.ts'

interface Kind {
  /** Each program has a store of its own: none reads the files of another. */
  readonly store: string
  readonly args: (port: string, store: string) => readonly string[]
}

const MONGOD: Kind = {
  store: 'mongod',
  args: (port, store) => [
    ...['--bind_ip', '127.0.0.1', '--port', port, '--dbpath', store],
    ...['--quiet', '--nounixsocket'],
  ],
}

async function mongodbServer(
  command: string,
  site: Site,
  { store, args }: Kind = MONGOD,
  serves: (url: string) => Promise<void> = requireMongodbThatServes,
): Promise<Found> {
  const data = join(site.dir, store)
  mkdirSync(data, { recursive: true })
  const { mongodb: port } = await allotPorts(site.dir, ['mongodb'])
  const url = `mongodb://127.0.0.1:${port}`
  return {
    url,
    async start() {
      const child = await startServer(site, 'mongodb', command, args(String(port), data), () =>
        probeMongodb(url),
      )
      await serves(url).catch(async (fault: unknown) => {
        await child.stop()
        throw fault
      })
      return [child]
    },
  }
}

/** The host that mongodb-memory-server downloads from. */
const DOWNLOADS = 'https://fastdl.mongodb.org/'
const REACHABLE_WITHIN_MS = 3_000

/** Without it acknowledged writes are lost when the stand-in is killed. */
export const DURABLE = '--sync-on-commit'

/** Pinned: the self-test has passed with this one. */
const SECANTUSDB = 'secantusdb==0.7.0b3'

const downloaded: Provider = {
  label: 'mongod from mongodb-memory-server',
  async find(site) {
    const { MongoBinary, DryMongoBinary } = await import('mongodb-memory-server-core')
    const options = { downloadDir: join(site.software, 'mongod') }
    const wanted = await DryMongoBinary.generateOptions(options)
    const here = await DryMongoBinary.locateBinary(wanted).catch(() => undefined)
    if (here !== undefined) return mongodbServer(here, site)
    await requireInScope(site)
    const download = () => MongoBinary.getPath(options as never)
    return mongodbServer(await site.report.during('mongodb', 'downloading mongod', download), site)
  },
}

/** The stand-in stays once it is here: a network that comes and goes must not make data come and go. */
async function requireInScope(site: Site): Promise<void> {
  const why = `${DOWNLOADS} can't be reached`
  if (isInstalled(SECANTUSDB, site)) throw new Error(`${why}, when the stand-in was installed`)
  await fetch(DOWNLOADS, { method: 'HEAD', signal: AbortSignal.timeout(REACHABLE_WITHIN_MS) }).catch(() => {
    throw new Error(why)
  })
}

const secantusdb = ({ env }: Site): Kind => ({
  store: 'secantusdb',
  args: (port, store) => [
    ...['--host', '127.0.0.1', '--port', port, '--storage-path', store],
    ...['--standalone', '--cache-size', '256M', '--log-level', 'WARNING'],
    ...(env['MONGODB_STAND_IN_ARGS'] ?? DURABLE).split(' ').filter(Boolean),
  ],
})

const standIn: Provider = {
  label: `${SECANTUSDB}, a stand-in for MongoDB`,
  async find(site) {
    // For load: a `secantusd-rs`, many times as fast, and wrong where an update frees a unique key, which the self-test would tell.
    const fast = site.env['MONGODB_FAST_STAND_IN']
    if (fast !== undefined) return mongodbServer(fast, site, secantusdb(site), () => Promise.resolve())
    const install = () => programsOf(SECANTUSDB, site)
    const programs = isInstalled(SECANTUSDB, site)
      ? await install()
      : await site.report.during('mongodb', `installing ${SECANTUSDB}`, install)
    return mongodbServer(join(programs, 'secantusd-py'), site, secantusdb(site))
  },
}

export const mongodb: Recipe = {
  name: 'mongodb',
  title: 'MongoDB',
  variable: 'MONGODB_URL',
  check: requireMongodbThatServes,
  providers: [onThePath('mongod', mongodbServer), downloaded, standIn],
  remedies: [
    'set MONGODB_URL to a server that runs (mongodb://host:27017)',
    'install MongoDB 6 or newer so that mongod is on the PATH (https://www.mongodb.com/docs/manual/installation/)',
    'let this machine reach fastdl.mongodb.org, or PyPI with python3 and its venv module (Debian: apt-get install python3-venv)',
  ],
}
