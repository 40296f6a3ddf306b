import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT } from '../support/files.ts'

/**
 * The guides: `docs/guide`, whose README.md says which pages there are, under which headings and in which
 * order.
 */
export const GUIDES = join(ROOT, 'docs/guide')

const operations = globSync('docs/operations/*.md', { cwd: ROOT }).map((file) => [
  file,
  relative('docs', file),
])

/** Documents outside of the guides that belong to the site too, by their page in it. */
export const ALSO: Readonly<Record<string, string>> = {
  'clients/typescript/README.md': 'clients/typescript.md',
  'clients/python/README.md': 'clients/python.md',
  'clients/cli/README.md': 'clients/cli.md',
  ...(Object.fromEntries(operations) as Record<string, string>),
}

/** A heading of the index, with its pages. */
export interface Section {
  readonly title: string
  readonly pages: readonly { readonly title: string; readonly file: string }[]
}

/** The sections of the index. Guides that it does not list come last, so that none is lost. */
function sectionsOf(index: string, files: readonly string[]): Section[] {
  const sections = index.split(/^## /m).map((part, i) => ({
    title: i === 0 ? 'Guides' : (part.split('\n', 1)[0] ?? ''),
    pages: [...part.matchAll(/^- \[(.+?)\]\(([^)#]+\.md)\)/gm)].map(([, pageTitle = '', file = '']) => ({
      title: pageTitle.replaceAll('`', ''),
      file: ALSO[relative(ROOT, resolve(GUIDES, file))] ?? file,
    })),
  }))
  const listed = new Set(['README.md', ...sections.flatMap(({ pages }) => pages.map(({ file }) => file))])
  const others = files.filter((file) => !listed.has(file)).map((file) => ({ title: titleOf(file), file }))
  return [...sections, { title: 'More', pages: others }].filter(({ pages }) => pages.length > 0)
}

export const guideFiles = (): string[] => globSync('**/*.md', { cwd: GUIDES }).sort()
const readGuide = (file: string): string => readFileSync(join(GUIDES, file), 'utf8')
export const readSections = (): Section[] => sectionsOf(readGuide('README.md'), guideFiles())

const titleOf = (file: string): string => /^# (.+)$/m.exec(readGuide(file))?.[1] ?? file
