import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { CommandError } from '../../local/support/command-error.ts'
import { ROOT } from '../../local/support/files.ts'
import { ALONE } from './sequencer.mjs'

const FOLDER = join(ROOT, '.local/test/groups')
/** Where many files load the same modules. */
const GROUPED = [
  'services/user/tests',
  'services/registration/tests',
  'services/notification/tests',
  'services/platform/tests',
  'clients/cli/tests',
  'contract-tests/consumers',
  'contract-tests/owasp',
  'local/tests',
  'scripts/charts/tests',
  'scripts/generate/tests',
  'scripts/release/tests',
]
/** Larger groups save no more, and keep one worker busy at the end of a run. */
const FILES_PER_GROUP = 8

/**
 * Puts the test files of a folder together in groups, because jest evaluates all modules again for each file:
 * without groups that takes a fifth of the time of all tests. A group is a file that requires its files, each
 * in a `describe` of its path. Writes the paths to run for `jest.config.mjs`: of the groups, and of the files
 * that run alone. One group of the last run: `TEST_GROUPS=true npx jest NAME`.
 *
 * @throws CommandError if a name of a file or folder here or in sequencer.mjs matches none
 */
export function writeGroups(files: readonly string[]): void {
  requireMatches(files)
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  // A file that starts services as processes ends them before it removes their databases.
  const isAlone = (file: string) =>
    ALONE.some((part) => file.includes(part)) || readFileSync(file, 'utf8').includes('/processes.ts')
  const folderOf = (file: string) => GROUPED.find((folder) => dirname(relative(ROOT, file)) === folder)
  const groups = GROUPED.flatMap((folder) => {
    const own = files.filter((file) => folderOf(file) === folder && !isAlone(file)).sort()
    const count = Math.ceil(own.length / FILES_PER_GROUP)
    return Array.from({ length: count }, (_, number) => {
      const path = join(FOLDER, `${folder.replaceAll('/', '-')}-${number + 1}.test.ts`)
      const members = own.filter((_, i) => i % count === number)
      writeFileSync(path, members.map(described).join(''))
      return path
    })
  })
  const others = files.filter((file) => folderOf(file) === undefined || isAlone(file))
  writeFileSync(join(FOLDER, 'paths.json'), JSON.stringify([...others, ...groups], null, 2))
}

function requireMatches(files: readonly string[]): void {
  for (const name of [...ALONE, ...GROUPED.map((folder) => `/${folder}/`)])
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
