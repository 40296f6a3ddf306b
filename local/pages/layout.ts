import type { Section } from './sections.ts'
import { escape, type Heading, type Rendered } from './markdown.ts'
import { relativeTo } from '../../services/platform/http/relative.ts'

interface Page extends Rendered {
  /** Its address. */
  readonly path: string
}

/** The address of a page of the guides, such as `/docs/guide/errors`. */
export const pathOf = (file: string): string =>
  `/docs/guide/${file.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`

const link = (href: string, text: string, isCurrent: boolean): string =>
  `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escape(text)}</a>`

/** A page of the guides: navigation, text, its parts, and the pages before and after it. */
export function layout(page: Page, sections: readonly Section[]): string {
  const order = sections.flatMap(({ pages }) => pages)
  const at = order.findIndex(({ file }) => pathOf(file) === page.path)
  const neighbour = (index: number, label: string, rel: string): string => {
    const other = at === -1 ? undefined : order[index]
    if (other === undefined) return ''
    return `<a rel="${rel}" href="${pathOf(other.file)}"><small>${label}</small>${escape(other.title)}</a>`
  }
  const isFirst = page.path === pathOf('README.md')
  // The first page has its parts beside each other.
  const parts = isFirst ? [] : page.headings.filter(({ level }) => level === 2)
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(page.title)} · Rollcall</title>
    <link rel="icon" href="/docs/favicon.svg" />
    <link rel="stylesheet" href="/docs/shell.css" />
    <link rel="stylesheet" href="/docs/guide.css" />
    <script src="/docs/shell.js"></script>
    <script src="/docs/guide.js" type="module"></script>
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <page-bar page="${page.path === '/docs/guide/errors' ? 'Errors' : 'Guides'}"></page-bar>
    <div class="columns">
      <details class="pages" open>
        <summary>All guides</summary>
        <nav aria-label="Guides">
${sections.map((section) => listOf(section, page.path)).join('\n')}
        </nav>
      </details>
      <main id="text">
        <article>${isFirst ? journeysOf(page.html) : page.html}</article>
        <nav class="neighbours" aria-label="Before and next">
          ${neighbour(at - 1, 'Before', 'prev')}
          ${neighbour(at + 1, 'Next', 'next')}
        </nav>
      </main>
      ${parts.length < 2 ? '' : partsOf(parts)}
    </div>
  </body>
</html>
`
  // Pages may be served below a path.
  return html.replaceAll(/(?<= (?:href|src)=")\/[^"]*/g, (to) => relativeTo(page.path, to))
}

/** The sections of the first page, as boxes beside each other. */
const journeysOf = (html: string): string => {
  const [before = '', ...journeys] = html.split(/(?=<h2)/)
  return `${before}<div class="journeys">${journeys.map((one) => `<section>${one}</section>`).join('')}</div>`
}

const item = (html: string): string => `            <li>${html}</li>`

const listOf = ({ title, pages }: Section, current: string): string => `          <h2>${escape(title)}</h2>
          <ul>
${pages.map(({ file, title: name }) => item(link(pathOf(file), name, pathOf(file) === current))).join('\n')}
          </ul>`

const partsOf = (parts: readonly Heading[]): string => `<nav class="parts" aria-label="On this page">
        <h2>On this page</h2>
        <ul>
${parts.map(({ anchor, title }) => item(link(`#${anchor}`, title, false))).join('\n')}
        </ul>
      </nav>`
