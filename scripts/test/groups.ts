import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { CommandError } from '../../local/support/command-error.ts'
import { ROOT } from '../../local/support/files.ts'
import { ALONE } from './sequencer.mjs'

const FOLDER = join(ROOT, '.local/test/groups')
/**
 * Folders whose files load the same modules, and the number of their groups: so many that each takes about a
 * minute. More would load more modules; fewer would keep one worker busy at the end.
 */
const GROUPS: readonly (readonly [folder: string, groups: number])[] = [
  ['services/user', 1],
  ['services/notification', 4],
  ['services/platform', 2],
  ['clients/cli', 3],
  ['contract-tests', 3],
  ['services/registration', 1],
  ['local', 1],
  ['clients', 1],
  ['scripts', 1],
]
/** Files that take longest. They are spread over the groups before the others. */
const LONG = [
  ...['notification/tests/hung-', '/attempts.', '/webhooks.', '/webhook-lanes.', '/webhook-health.'],
  ...['/webhook-operator-retries.', '/watchdog.', '/mail-limits.'],
  ...['/sync-errors.', '/restore.', '/waiting.', '/sync-rosters.', '/sync.', '/import-history.'],
  ...['/fuzz/fuzz.', '/every-operation.', '/external-pact.', '/neighbours.'],
  ...['/adversaries/tenants/', '/adversaries/text/', 'platform/tests/hung-', '/redis-hosts.', '/store.'],
  ...['/operator-api.', '/races.'],
]

/**
 * Puts test files together in groups, because jest evaluates all modules again for each file: without groups
 * that takes a fifth of the time of all tests. A group is a file that requires its files, each in a
 * `describe` of its path. Writes the paths to run for `jest.config.mjs`: of the groups, and of the files that
 * run alone. One group of the last run: `TEST_GROUPS=true npx jest NAME`.
 *
 * @throws CommandError if a name of a file or folder here or in sequencer.mjs matches none
 */
export function writeGroups(files: readonly string[]): void {
  requireMatches(files)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const alone = new Set(files.filter(isAlone))
  const folderOf = (file: string) =>
    GROUPS.find(([folder]) => relative(ROOT, file).startsWith(`${folder}/`))?.[0]
  const byFolder = Map.groupBy(
    files.filter((file) => !alone.has(file)).sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)),
    folderOf,
  )
  const groups = GROUPS.flatMap(([folder, count]) => {
    const members = byFolder.get(folder) ?? []
    const group = (number: number) => members.filter((_, i) => i % count === number)
    return Array.from({ length: count }, (_, number) => ({
      folder,
      members: group(number),
      // Those of each folder are spread over the run, as some wait most of their time and others compute.
      endsAt: (number + 1) / count,
    }))
  })
  groups.sort((a, b) => a.endsAt - b.endsAt)
  const paths = groups.map(({ folder, members }, i) => {
    const path = join(FOLDER, `${10 + i}-${folder.replaceAll('/', '-')}.test.ts`)
    writeFileSync(path, members.map(described).join(''))
    return path
  })
  const others = byFolder.get(undefined) ?? []
  writeFileSync(join(FOLDER, 'paths.json'), JSON.stringify([...alone, ...others, ...paths], null, 2))
}

/** A file that starts services as processes ends them before it removes their databases. */
const isAlone = (file: string): boolean =>
  ALONE.some((part) => file.includes(part)) || readFileSync(file, 'utf8').includes('/processes.ts')

/** Those of {@link LONG} come first. */
const rankOf = (file: string): number => [...LONG, ''].findIndex((part) => file.includes(part))

function requireMatches(files: readonly string[]): void {
  for (const name of [...ALONE, ...LONG, ...GROUPS.map(([folder]) => `/${folder}/`)])
    if (!files.some((file) => file.includes(name)))
      throw new CommandError(`scripts/test names ${name}, which no test file matches.`)
}

/** What a file has spied on is not left to the next one. */
function described(file: string): string {
  const path = relative(ROOT, file)
  return (
    `describe(${JSON.stringify(path)}, () => {\n  require(${JSON.stringify(file)})\n` +
    '  afterAll(() => jest.restoreAllMocks())\n})\n'
  )
}
