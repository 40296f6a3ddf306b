import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from '../support/files.ts'
import { ALSO, guideFiles, GUIDES, readSections } from './sections.ts'
import { layout, pathOf } from './layout.ts'
import { renderMarkdown } from './markdown.ts'

/** What the search finds: a heading with the text below it. */
interface Entry {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** Renders the guides into `target`, replacing what is there, with an index for their search. */
export function writeGuides(target: string): void {
  /** By document; links to other documents become text. */
  const pages: Readonly<Record<string, string>> = {
    ...Object.fromEntries(guideFiles().map((file) => [relative(ROOT, join(GUIDES, file)), file])),
    ...ALSO,
  }
  const sections = readSections()
  const entries: Entry[] = []
  rmSync(target, { recursive: true, force: true })
  for (const [source, file] of Object.entries(pages)) {
    const path = pathOf(file)
    const rendered = renderMarkdown(readFileSync(join(ROOT, source), 'utf8'), (to) => {
      if (/^(https?:|mailto:|\/|#)/.test(to)) return to
      const [document = '', anchor] = to.split('#')
      const page = pages[relative(ROOT, resolve(ROOT, dirname(source), document))]
      return page && pathOf(page) + (anchor === undefined ? '' : `#${anchor}`)
    })
    for (const { anchor, title, text, level } of rendered.headings)
      entries.push({ id: level === 1 ? path : `${path}#${anchor}`, page: rendered.title, title, text })
    const written = join(target, 'guide', file.replace(/(^|\/)README\.md$/, '$1index.md'))
    mkdirSync(dirname(written), { recursive: true })
    writeFileSync(written.replace(/\.md$/, '.html'), layout({ path, ...rendered }, sections))
  }
  const assets = join(target, 'assets')
  mkdirSync(assets)
  writeFileSync(join(assets, 'search.json'), JSON.stringify(entries))
  cpSync(join(ROOT, 'node_modules/minisearch/dist/es/index.js'), join(assets, 'minisearch.js'))
}
