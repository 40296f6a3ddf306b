import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeGuides } from '../pages/guides.ts'
import { renderMarkdown } from '../pages/markdown.ts'

const render = (markdown: string) => renderMarkdown(markdown, (to) => (to.endsWith('.md') ? undefined : to))

describe('the site of the guides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-guides-'))
  let pages: ReadonlyMap<string, string>
  beforeAll(() => {
    writeGuides(folder)
    const files = globSync('guide/**/*.html', { cwd: folder })
    pages = new Map(
      files.map((file) => [
        `/docs/${file.replace(/(index)?\.html$/, '')}`,
        readFileSync(join(folder, file), 'utf8'),
      ]),
    )
  })

  it('has a page for each guide, for operators too, and for the README of each client', () =>
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        '/docs/guide/',
        '/docs/guide/errors',
        '/docs/guide/operations/',
        '/docs/guide/clients/python',
      ]),
    ))

  it('has no link to a page or a heading that does not exist', () => {
    const broken = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
        .map(([, href = '']) => new URL(href, `http://site${path}`))
        .filter(({ host, pathname }) => host === 'site' && pathname.startsWith('/docs/guide/'))
        .filter(({ pathname, hash }) => !pages.get(pathname)?.includes(hash && `id="${hash.slice(1)}"`))
        .map(({ pathname, hash }) => `${path}: ${pathname}${hash}`),
    )
    expect(broken).toEqual([])
  })

  it('has each page in the navigation and in the search', () => {
    const entries = JSON.parse(readFileSync(join(folder, 'assets/search.json'), 'utf8')) as { id: string }[]
    const index = pages.get('/docs/guide/') ?? ''
    for (const path of pages.keys()) {
      expect(entries).toContainEqual(expect.objectContaining({ id: path }))
      expect([
        path,
        path === '/docs/guide/' || index.includes(`href="${path.replace('/docs/guide/', '')}"`),
      ]).toEqual([path, true])
    }
  })

  it('has scripts and styles only in files, as the policy of the pages demands', () => {
    for (const html of pages.values()) expect(html).not.toMatch(/<script(?![^>]* src=)|<style| on\w+="/)
  })

  it('replaces the site of before, without pages whose guide was removed', () => {
    const before = globSync('**', { cwd: folder })
    writeGuides(folder)
    expect(globSync('**', { cwd: folder })).toEqual(before)
    expect(dirname(before[0] ?? '')).toBe('.')
  })
})

describe('a document', () => {
  it('has anchors as on GitHub, and the text below each heading for the search', () => {
    const { title, headings } = render('# A title\n\nFirst.\n\n## `409`: what *now*?\n\nRetry.\n')
    expect(title).toBe('A title')
    expect(headings.slice(1)).toEqual([
      { level: 2, title: '409: what now?', anchor: '409-what-now', text: 'Retry.\n' },
    ])
  })

  it('never breaks the word e-mail after its hyphen', () =>
    expect(render('Two e-mails & `e-mail`').html).toBe(
      '<p>Two <span class="whole">e-mails</span> &amp; <code>e-mail</code></p>\n',
    ))

  it('keeps the text of a link that leads out of the site', () => {
    expect(render('[one](https://example.com) [two](../x.md)').html).toBe(
      '<p><a href="https://example.com">one</a> two</p>\n',
    )
  })

  it.each([
    [
      'code in a known language is coloured',
      '```sh\necho "$A"\n```',
      '<span class="hljs-built_in">echo</span>',
    ],
    ['code in another language is shown as it is', '```nonsense\na < "b"\n```', 'a &lt; &quot;b&quot;'],
    ['a picture is left out, because the services do not serve it', '![two](../x.png) text', '<p> text</p>'],
    ['a wide table scrolls by itself', '| a |\n| - |\n| b |', '<div class="table" tabindex="0"'],
  ])('%s', (_, markdown, html) => expect(render(markdown).html).toContain(html))
})
