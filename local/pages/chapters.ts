import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ROOT } from '../support/files.ts'

/**
 * The guides: `docs/guide`, whose README.md says which pages there are, under which headings and in which
 * order.
 */
export const GUIDES = join(ROOT, 'docs/guide')
/** The guides of this folder are chapters of the reference too. */
const CONCEPTS = 'concepts/'

/** Documents outside of the guides that callers read too, by their page in the site. */
export const ALSO: Readonly<Record<string, string>> = {
  'clients/typescript/README.md': 'clients/typescript.md',
  'clients/python/README.md': 'clients/python.md',
}

/** A page of the guides that explains a subject of the whole API. */
export interface Chapter {
  readonly title: string
  /** Markdown without its title; its links lead to the pages under /docs/guide/. */
  readonly text: string
}

/** A heading of the index, with its pages. */
export interface Section {
  readonly title: string
  readonly pages: readonly { readonly title: string; readonly file: string }[]
}

/** The sections of the index. Guides that it does not list come last, so that none is lost. */
export function sectionsOf(index: string, files: readonly string[]): Section[] {
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
export const readGuide = (file: string): string => readFileSync(join(GUIDES, file), 'utf8')
export const readSections = (): Section[] => sectionsOf(readGuide('README.md'), guideFiles())

const titleOf = (file: string): string => /^# (.+)$/m.exec(readGuide(file))?.[1] ?? file

/** The chapters of the reference, in the order of the index. */
export const readChapters = (): Chapter[] =>
  readSections()
    .flatMap(({ pages }) => pages)
    .filter(({ file }) => file.startsWith(CONCEPTS))
    .map(({ title, file }) => ({
      title,
      text: readGuide(file)
        .replace(/^# .*\n+/, '')
        .replaceAll(/\]\((?!https?:|\/|#)([^)#]+?)\.md(#[^)]*)?\)/g, (_link, page: string, anchor = '') => {
          const { pathname } = new URL(page, `http://x/docs/guide/${CONCEPTS}`)
          return `](${pathname}${anchor})`
        }),
    }))
