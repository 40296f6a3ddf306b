import { dirname, join, normalize } from 'node:path'
import { CHECKS } from '../commands.mjs'
import { alternatives, FILES, isMatched, MADE, PATHS, read, readJson, type Stale } from './checkout.ts'

const ROOMS = new Set(FILES.filter((file) => /^[^.].*\//.test(file)).map((file) => file.split('/')[0] ?? ''))
const TEXTS = FILES.filter(
  (file) =>
    /(\.(ts|mjs|js|md|ya?ml|json|gotmpl|h|pml)|Dockerfile|ignore|\.ci\/run)$/.test(file) &&
    !/(^|\/)generated\/|package-lock\.json$|^contract-tests\/(pact|generated)/.test(file),
)
/** A path from the root in a configuration, a document, a string or a comment. */
const FROM_ROOT = new RegExp(`(?<![\\w/.@:$}~-])(?:${[...ROOMS].join('|')})/[\\w./*{},-]*[\\w/*}]`, 'g')
const IN_CODE = /`([^`\n]+)`/g
const FILE = /^[\w.{},*-]+(\/[\w.{},*-]+)*\.(ts|mjs|js|tsv|pml|h)$/
const FOLDER = /^[\w{},*-]{2,}(\/[\w.{},*-]+)*\/$/
/** What a reader's project has, and the pages that are made of documents. */
const ELSEWHERE = ['pact.test.mjs', ...['typescript', 'python', 'cli'].map((name) => `clients/${name}.md`)]

/** Paths and commands in texts that do not exist. */
export const staleTexts = (): Stale[] =>
  TEXTS.flatMap((file) => {
    const text = read(file)
    const names = [
      ...pathsFromRoot(text),
      ...commandsIn(text),
      ...(file.endsWith('.md') ? [...inCode(file, text), ...inTrees(text)] : []),
    ]
    return [...new Set(names)].filter((name) => !ELSEWHERE.includes(name)).map((name) => ({ file, name }))
  })

const pathsFromRoot = (text: string): string[] =>
  [...text.matchAll(FROM_ROOT)].map(([path]) => path).filter((path) => !alternatives(path).every(exists))

/** A path, the end of one, or how one begins. */
function exists(path: string): boolean {
  if (path.includes('*')) return isMatched(path) || isMatched(`**/${path}`)
  return (
    PATHS.some((one) => one.startsWith(path) || `/${one}`.includes(`/${path}`)) ||
    MADE.some((one) => one.endsWith('/made') && path.startsWith(dirname(one)))
  )
}

function commandsIn(text: string): string[] {
  const commands = [...text.matchAll(/npm run ([a-z]+(?::[a-z]+)?)(?: -- ([a-z]+(?:-[a-z]+)*))?/g)]
  return commands
    .filter(([, name = '', part]) =>
      name === 'check' && part !== undefined ? !(part in CHECKS) : !SCRIPTS.has(name),
    )
    .map(([command]) => command)
}

const packages = FILES.filter((file) => file.endsWith('package.json'))
const SCRIPTS = new Set(
  packages.flatMap((file) => Object.keys(readJson<{ scripts?: object }>(file).scripts ?? {})),
)

/** Names of files and folders in `code`, from any folder. */
function inCode(document: string, text: string): string[] {
  return [...text.matchAll(IN_CODE)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('.'))
    .filter((name) => {
      const isKnown = FILE.test(name) ? exists : FOLDER.test(name) ? isFolder : () => true
      return !alternatives(name).every((one) => isKnown(one) || exists(normalize(join(document, '..', one))))
    })
}

const FOLDERS = [...new Set(FILES.map(dirname))]
/** Rooms, services and what is in them directly, and names of several folders, such as `generated/`. */
const isFolder = (name: string): boolean =>
  name.split('/').length > 2
    ? exists(name)
    : ['', 'services/', 'services/platform/', 'services/*/src/'].some((parent) => isMatched(parent + name)) ||
      FOLDERS.filter((folder) => `/${folder}/`.endsWith(`/${name}`)).length > 2

/**
 * The trees in code blocks: the folder that begins a line is in the folder of a line that is indented less,
 * and the others of its line are in it or beside it.
 */
function inTrees(text: string): string[] {
  const stale: string[] = []
  for (const [, block = ''] of text.matchAll(/\n```\n([^]*?)\n```/g)) {
    const parents: { indent: number; path: string }[] = []
    for (const line of block.split('\n')) {
      const [, spaces, first] = /^( *)([\w./-]+\/)(?: |$)/.exec(line) ?? []
      if (spaces === undefined || first === undefined) continue
      while ((parents.at(-1)?.indent ?? -1) >= spaces.length) parents.pop()
      const parent = parents.at(-1)?.path ?? ''
      const path = join(parent, first)
      parents.push({ indent: spaces.length, path })
      const others = line.replaceAll(/\([^)]*\)/g, '').match(/(?<= )[\w-]+\/(?= |$)/g) ?? []
      const isThere = (folder: string) => PATHS.some((one) => one.startsWith(folder))
      if (!isThere(path)) stale.push(path)
      else stale.push(...others.filter((name) => ![path, parent].some((in_) => isThere(join(in_, name)))))
    }
  }
  return stale
}
