import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'

/** Where a browser may be installed. None is downloaded. */
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = BROWSERS.find((path) => existsSync(path))
const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8')

export interface Display {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}
/** A phone and a desktop, light and dark. */
export const DISPLAYS: readonly Display[] = (['dark', 'light'] as const).flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ width, colorScheme })),
)

/**
 * Tests that need a browser. Without one they are skipped, and their name says so. A test fails if its page
 * throws an error, sends a request to another origin, or violates its Content Security Policy.
 */
export function describeInBrowser(name: string, tests: (open: ReturnType<typeof opener>) => void): void {
  const [describeIt, leftOut] =
    executablePath === undefined ? [describe.skip, ` (left out: no ${BROWSERS.join(', ')})`] : [describe, '']
  describeIt(`${name}${leftOut}`, () => {
    let browser: Browser
    const problems: string[] = []
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    }, 60_000)
    afterAll(() => browser.close())
    afterEach(() => expect(problems.splice(0)).toEqual([]))
    tests(opener(() => browser, problems))
  })
}

const opener =
  (browser: () => Browser, problems: string[]) =>
  async (url: string, { width, colorScheme }: Display = { width: 1280, colorScheme: 'light' }) => {
    const page = await browser().newPage({ viewport: { width, height: 900 }, colorScheme, locale: 'en-GB' })
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

/** The violations that axe finds in the page, and whether the page is wider than its window. */
export async function violationsOf(page: Page, run = 'axe.run()'): Promise<string[]> {
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  const session = await page.context().newCDPSession(page)
  // The Content Security Policy of the page does not apply to this.
  await session.send('Runtime.evaluate', { expression: AXE })
  const { violations } = await page.evaluate<AxeResults>(run)
  const found = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${String(nodes[0]?.target)}`)
  return wider === 0 ? found : [...found, `${String(wider)} px too wide`]
}
