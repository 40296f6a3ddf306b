import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'
import { debianProgram, TEST_PROGRAMS } from '../local/backing/debian.ts'
import { unlessMissing } from './left-out.ts'

const OTHERS = ['/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** How to start a browser of this machine, if there is one. */
function findBrowser() {
  const here = debianProgram(...TEST_PROGRAMS.chromium)
  const executablePath = here?.command ?? OTHERS.find((path) => existsSync(path))
  return executablePath === undefined ? undefined : { executablePath, env: here?.env ?? process.env }
}
const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8')

export interface Display {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}
/** A phone, a tablet and a desktop, light and dark. */
export const DISPLAYS: readonly Display[] = (['dark', 'light'] as const).flatMap((colorScheme) =>
  [390, 768, 1280].map((width) => ({ width, colorScheme })),
)

/**
 * Tests that need a browser. Without one they are skipped, and their name says so; they fail in a check that
 * asks for one (PAGES). A test fails if its page throws an error, sends a request to another origin, or
 * violates its Content Security Policy. Pages are closed after each test.
 */
export function describeInBrowser(
  name: string,
  tests: (
    open: ReturnType<typeof opener>,
    look: (page: Page, name: string, violations?: typeof violationsOf) => Promise<void>,
  ) => void,
): void {
  const here = findBrowser()
  const missing = here === undefined ? 'there is no Chromium: npm run check -- pages' : undefined
  const isRequired = process.env['PAGES'] === 'true'
  unlessMissing(isRequired ? undefined : missing, describe)(name, () => {
    let browser: Browser | undefined
    const problems: string[] = []
    const pages: Page[] = []
    beforeAll(async () => {
      if (here === undefined) throw new Error('There is no Chromium: the beginning of the output says why.')
      browser = await chromium.launch({ ...here, args: ['--no-sandbox'] })
    }, 60_000)
    afterAll(() => browser?.close(), 60_000)
    afterEach(async () => {
      for (const page of pages.splice(0)) await page.close()
      expect(problems.splice(0)).toEqual([])
    })
    tests(
      opener(() => browser as Browser, { problems, pages }),
      async (page, screen, violations = violationsOf) => {
        expect([screen, await violations(page)]).toEqual([screen, []])
      },
    )
  })
}

const opener =
  (browser: () => Browser, { problems, pages }: { problems: string[]; pages: Page[] }) =>
  async (url: string, { width, colorScheme }: Display = { width: 1280, colorScheme: 'light' }) => {
    const page = await browser().newPage({
      viewport: { width, height: 900 },
      colorScheme,
      locale: 'en-GB',
      timezoneId: 'UTC',
    })
    pages.push(page)
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (line) => {
      if (line.text().includes('Content Security Policy')) problems.push(line.text())
    })
    page.on('request', (request) => {
      const at = new URL(request.url())
      if (at.protocol !== 'data:' && at.origin !== new URL(url).origin) problems.push(at.href)
    })
    await page.goto(url)
    return page
  }

/**
 * Runs in the page: texts that are cut at an edge, and texts that cover each other, measured by their boxes.
 * What lies in its own layer (fixed, sticky, dialog) may cover others; what scrolls may be cut. Scalar lays
 * out the reference.
 */
const LAYOUT_PROBLEMS = `(() => {
  const dialog = document.querySelector('dialog[open]')
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('#reference, noscript, script, style, title')) continue
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const ancestors = []
    for (let each = element; each; each = each.parentElement) ancestors.push([each, getComputedStyle(each)])
    if (ancestors.some(([, { clipPath }]) => clipPath !== 'none')) continue
    const layer = ancestors.find(([, { position }]) => position === 'fixed' || position === 'sticky')?.[0]
    const text = node.data.trim().slice(0, 40)
    for (const box of range.getClientRects()) texts.push({ text, box, layer, ancestors })
  }
  const problems = []
  const shown = []
  for (const { text, box, layer, ancestors } of texts) {
    const { left, right, top, bottom } = box
    const seen = { text, layer, left, right, top, bottom }
    let scrolls = false
    for (const [each, { overflowX, overflowY }] of ancestors) {
      if (each === document.body || (overflowX === 'visible' && overflowY === 'visible')) continue
      const edge = each.getBoundingClientRect()
      if (/hidden|clip/.test(overflowX) && right > edge.right + 1) problems.push('cut: ' + text)
      scrolls ||= /auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth
      seen.left = Math.max(seen.left, edge.left)
      seen.right = Math.min(seen.right, edge.right)
      seen.top = Math.max(seen.top, edge.top)
      seen.bottom = Math.min(seen.bottom, edge.bottom)
    }
    if (!scrolls && (right > innerWidth + 1 || left < -1)) problems.push('cut: ' + text)
    shown.push(seen)
  }
  for (const [i, a] of shown.entries())
    for (const b of shown.slice(i + 1)) {
      if (a.layer !== b.layer) continue
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (width > 2 && height > 4) problems.push('covers: ' + a.text + ' / ' + b.text)
    }
  return [...new Set(problems)]
})()`

/** The violations that axe finds in the page, what is wider than its window, cut or covered. */
export async function violationsOf(page: Page, run = 'axe.run()'): Promise<string[]> {
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  const session = await page.context().newCDPSession(page)
  // The Content Security Policy of the page does not apply to this.
  await session.send('Runtime.evaluate', { expression: AXE })
  const { violations } = await page.evaluate<AxeResults>(run)
  const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${String(nodes[0]?.target)}`)
  found.push(...(await page.evaluate<string[]>(LAYOUT_PROBLEMS)))
  return wider === 0 ? found : [...found, `${String(wider)} px too wide`]
}
