import type { Page } from 'playwright-core'
import { describeInBrowser } from '../../../testing/browser.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { ALL, EACH, IMITATIONS, MARK, sample } from './fragments.ts'
import { answerOf } from './stranger.ts'

const count = Number(process.env['TEXT_COUNT'])
const seed = Number(process.env['TEXT_SEED'] ?? Date.now() % 1e9)
/** All views on a busy machine; each counts as read when it has sent nothing for half a second. */
const TIMEOUT_PER_TEXT_MS = 60_000
/** As foreign as others, and without a sign that means something. */
const PLAIN = `${MARK} plain`
const VIEWS = [
  ...['person?q=a', 'person/1', 'mails?status=failed', 'mails?status=queued', 'webhooks?status=failed'],
  ...['webhooks?endpoint=1', 'dead-letters', 'accounts', 'accounts/1', 'health'],
]

/** The elements of a page but for breaks in long words, and its text. */
const READ = `(() => {
  const treeOf = ({ tagName, children }) =>
    tagName === 'WBR' ? '' : tagName + '(' + [...children].map(treeOf).join('') + ')'
  return { tree: treeOf(document.body), text: document.body.textContent }
})()`
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')
const timesIn = (text: string, part: string) => withoutSpaces(text).split(withoutSpaces(part)).length - 1

/**
 * Chromium reads a foreign text in any field of a record as stored, in the elements of a plain text, and asks
 * for it as it is.
 */
describeInBrowser(`foreign text on the pages (TEXT_SEED=${seed} TEXT_COUNT=${count})`, (openPage) => {
  const system = wholeSystem()
  let page: Page
  let text = PLAIN
  /** Parts of the addresses that the page reads which are the text in another form. */
  let changed: string[] = []
  beforeEach(async () => {
    page = await openPage(`${system.adminUrl}/ops/`)
    await page.route('**/admin/**', async (route) => {
      const { pathname, searchParams } = new URL(route.request().url())
      const parts = [...pathname.split('/').map(decodeURIComponent), ...searchParams.values()]
      changed.push(...parts.filter((part) => part.includes(MARK) && part !== text))
      await route.fulfill({
        ...answerOf(route.request().method(), pathname, text),
        contentType: 'application/json',
      })
    })
    await page.getByLabel('Operator token').fill(system.operatorToken)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()
  })

  /** The page when nothing is read for it any more, and all details are open. */
  async function read(view: string) {
    changed = []
    await page.goto('about:blank')
    await page.goto(`${system.adminUrl}/ops/#/${view}`)
    await page.waitForLoadState('networkidle')
    const { tree, text: shown } = await page.evaluate<{ tree: string; text: string }>(READ)
    return { tree, times: timesIn(shown, text), changed }
  }

  it(
    'is what was stored, as often as a plain text, and in its elements',
    async () => {
      for (const view of VIEWS) {
        text = PLAIN
        const plain = await read(view)
        expect([view, plain.times > 0]).toEqual([view, true])
        for (text of [ALL.names, ...IMITATIONS, ...sample('names', { seed, count: count / 8 })])
          expect([view, text, await read(view)]).toEqual([view, text, plain])
        expect(await page.evaluate('window.hacked')).toBeUndefined()
      }
    },
    TIMEOUT_PER_TEXT_MS * (count / 8 + 2),
  )

  it(
    'is what is searched for, from the field and from the address of the results',
    async () => {
      await read('person')
      const several = Array.from({ length: Math.ceil(EACH.length / 12) }, (_, i) =>
        EACH.slice(12 * i, 12 * (i + 1)).join(''),
      )
      for (text of [PLAIN, ...several, ...IMITATIONS, ...sample('names', { seed, count })].map((one) =>
        one.trim(),
      )) {
        await page.locator('#q').fill(text)
        for (const search of [() => page.keyboard.press('Enter'), () => page.reload()]) {
          const [request] = await Promise.all([page.waitForRequest(/[?&]search=/), search()])
          expect([text, new URL(request.url()).searchParams.get('search')]).toEqual([text, text])
        }
      }
    },
    TIMEOUT_PER_TEXT_MS * (count / 8 + 2),
  )
})
