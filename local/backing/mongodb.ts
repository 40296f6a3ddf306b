import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commonVariables } from '../../services/platform/config.ts'
import { allotPorts } from '../processes/ports.ts'
import { pingMongodb, requireUsableMongodb } from './mongodb-check.ts'
import { onThePath, startServer } from './programs.ts'
import { isInstalled, programsOf } from './python.ts'
import type { MongodbOptions, Provider, Recipe, Site, Startable } from './server.ts'
import { LOOPBACK, LOOPBACK_HOST } from '../support/loopback.ts'

/** Pinned: the check has passed with this version. */
const SECANTUSDB = 'secantusdb==0.7.0b3'
/** The host that mongodb-memory-server downloads from. */
const DOWNLOADS = 'https://fastdl.mongodb.org/'
const REACHABLE_WITHIN_MS = 3_000

async function startable(
  command: string,
  site: Site,
  store: string,
  args: (port: string, store: string) => readonly string[],
): Promise<Startable> {
  // Each program has its own folder: none reads the files of another.
  const data = join(site.dir, store)
  mkdirSync(data, { recursive: true })
  const { mongodb: port } = await allotPorts(site.dir, ['mongodb'])
  const url = `mongodb://${LOOPBACK_HOST}:${port}`
  const ping = () => pingMongodb(url)
  return {
    url,
    start: async (...more) => [
      await startServer(site, 'mongodb', command, [...args(String(port), data), ...more], ping),
    ],
  }
}

const mongod = (command: string, site: Site): Promise<Startable> =>
  startable(command, site, 'mongod', (port, store) => [
    `--bind_ip=${LOOPBACK}`,
    '--ipv6',
    `--port=${port}`,
    `--dbpath=${store}`,
    '--quiet',
    '--nounixsocket',
    ...(site.mongodb?.failPoints ? ['--setParameter', 'enableTestCommands=1'] : []),
  ])

const secantusdb = (command: string, site: Site, { durable = true, failPoints }: MongodbOptions = {}) =>
  startable(command, site, 'secantusdb', (port, store) => [
    ...['--host', LOOPBACK],
    ...['--port', port],
    ...['--storage-path', store],
    ...['--cache-size', '256M'],
    ...['--log-level', 'WARNING'],
    '--standalone',
    ...(durable ? ['--sync-on-commit'] : []),
    ...(failPoints ? ['--enable-test-commands'] : []),
  ])

const downloadedMongod: Provider = {
  label: 'mongod from mongodb-memory-server',
  async find(site) {
    const { MongoBinary, DryMongoBinary } = await import('mongodb-memory-server-core')
    const options = { downloadDir: join(site.software, 'mongod') }
    const wanted = await DryMongoBinary.generateOptions(options)
    const existing = await DryMongoBinary.locateBinary(wanted).catch(() => undefined)
    if (existing !== undefined) return mongod(existing, site)
    // The stand-in stays once it is installed: otherwise the data would depend on whether the network is
    // available.
    const unreachable = `${DOWNLOADS} can't be reached`
    if (isInstalled([SECANTUSDB], site)) throw new Error(`${unreachable}, when the stand-in was installed`)
    await fetch(DOWNLOADS, { method: 'HEAD', signal: AbortSignal.timeout(REACHABLE_WITHIN_MS) }).catch(() => {
      throw new Error(unreachable)
    })
    const download = () => MongoBinary.getPath(options as never)
    return mongod(await site.progress.runStep('mongodb', 'downloading mongod', download), site)
  },
}

/**
 * For load only: many times as fast, and wrong where an update frees a unique key, which the check would
 * find.
 */
const fastStandIn: Provider = {
  label: 'the stand-in named by MONGODB_FAST_STAND_IN',
  unchecked: true,
  find(site) {
    const command = site.env['MONGODB_FAST_STAND_IN']
    if (!command) return Promise.reject(new Error('not set'))
    return secantusdb(command, site, { durable: site.mongodb?.durable ?? true })
  },
}

const standIn: Provider = {
  label: `${SECANTUSDB}, a stand-in for MongoDB`,
  async find(site) {
    const install = () => programsOf([SECANTUSDB], site)
    const programs = isInstalled([SECANTUSDB], site)
      ? await install()
      : await site.progress.runStep('mongodb', `installing ${SECANTUSDB}`, install)
    return secantusdb(join(programs, 'secantusd-py'), site, site.mongodb)
  },
}

export const mongodb: Recipe = {
  name: 'mongodb',
  title: 'MongoDB',
  variable: commonVariables.mongodbUrl,
  check: requireUsableMongodb,
  providers: [fastStandIn, onThePath('mongod', mongod), downloadedMongod, standIn],
  remedies: [
    'set MONGODB_URL to a running server (mongodb://host:27017)',
    'install MongoDB 6 or newer so that mongod is on the PATH ' +
      '(https://www.mongodb.com/docs/manual/installation/)',
    'let this machine reach fastdl.mongodb.org, or PyPI with python3 and its venv module ' +
      '(Debian: apt-get install python3-venv)',
  ],
}
