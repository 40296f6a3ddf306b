import highlight from 'highlight.js/lib/common'
import MarkdownIt, { type Token } from 'markdown-it'
import anchors from 'markdown-it-anchor'

/** A heading within a page, for the list of its parts and for the search. */
export interface Heading {
  readonly level: number
  readonly title: string
  /** The fragment that leads to it. */
  readonly anchor: string
  /** The text up to the next heading. */
  readonly text: string
}

export interface Rendered {
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
}

/** As GitHub makes them, because the same documents are read there. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A block of code that a reader can copy; the button works when guide.js has been loaded. */
function block(code: string, language: string): string {
  const known = highlight.getLanguage(language) !== undefined
  const html = known ? highlight.highlight(code, { language }).value : escape(code)
  const label = language === '' ? 'Code' : `Code in ${language}`
  return (
    `<div class="code"><button type="button" class="copy" hidden>Copy</button>` +
    `<pre tabindex="0" aria-label="${escape(label)}"><code>${html}</code></pre></div>\n`
  )
}

/** @param hrefOf the address of a link of the document, or undefined if only its text remains */
export function renderMarkdown(markdown: string, hrefOf: (to: string) => string | undefined): Rendered {
  const parser = new MarkdownIt({ html: true, linkify: false })
  parser.use(anchors, {
    level: [2, 3],
    slugify: anchorOf,
    permalink: anchors.permalink.headerLink({ safariReaderFix: true }),
  })
  Object.assign(parser.renderer.rules, {
    fence: (tokens: Token[], i: number) =>
      block(tokens[i]?.content ?? '', tokens[i]?.info.trim().split(' ')[0] ?? ''),
    // A line never ends within this word, after its hyphen.
    text: (tokens: Token[], i: number) =>
      escape(tokens[i]?.content ?? '').replaceAll(/e-mails?/gi, '<span class="whole">$&</span>'),
    // Pictures of the documents are not served.
    image: () => '',
    table_open: () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n',
    table_close: () => '</table></div>\n',
  })
  const tokens = parser.parse(markdown, {})
  for (const { children } of tokens) if (children !== null) resolveLinks(children, hrefOf)
  const headings = headingsOf(tokens)
  return {
    title: headings[0]?.title ?? '',
    html: parser.renderer.render(tokens, parser.options, {}),
    headings,
  }
}

/** Gives links their address in the site. One that leads out of it loses its tags. */
function resolveLinks(tokens: Token[], hrefOf: (to: string) => string | undefined): void {
  let isRemoved = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const href = hrefOf(String(token.attrGet('href')))
      isRemoved = href === undefined
      if (href !== undefined) token.attrSet('href', href)
    }
    if (isRemoved && token.type.startsWith('link_')) token.hidden = true
    if (token.type === 'link_close') isRemoved = false
  }
}

/** The headings of levels 1 to 3, each with the text below it. */
function headingsOf(tokens: readonly Token[]): Heading[] {
  const headings: { level: number; title: string; anchor: string; text: string }[] = []
  for (const [i, token] of tokens.entries()) {
    const text = token.type === 'inline' ? plainText(token) : token.type === 'fence' ? token.content : ''
    const opening = tokens[i - 1]
    if (opening?.type === 'heading_open' && /^h[123]$/.test(opening.tag))
      headings.push({
        level: Number(opening.tag[1]),
        title: text,
        anchor: String(opening.attrGet('id') ?? ''),
        text: '',
      })
    else if (text !== '') {
      const last = headings.at(-1)
      if (last !== undefined) last.text += `${text}\n`
    }
  }
  return headings
}

const plainText = ({ children }: Token): string =>
  (children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' ? ' ' : /^(text|code_inline)$/.test(type) ? content : '',
    )
    .join('')
