import type { Page } from 'playwright-core'
import { describeInBrowser } from '../../../testing/browser.ts'
import { client } from '../../../testing/client.ts'
import { wholeSystem } from '../../../testing/clients/system.ts'
import { eventually } from '../../../testing/eventually.ts'
import { ADMINISTRATOR, ATTENDANCE, expectBody } from '../../../testing/portal.ts'
import { respondWith, startReceiver } from '../../../testing/receiver.ts'
import { MARK, sample } from './fragments.ts'

const count = Number(process.env['TEXT_COUNT'])
const seed = Number(process.env['TEXT_SEED'] ?? Date.now() % 1e9)
/** Two pages on a busy machine; each counts as read when it has sent nothing for half a second. */
const TIMEOUT_PER_TEXT_MS = 10_000
/** As foreign as others, and without a sign that means something. */
const PLAIN = `${MARK} plain`
const ROLES = [ADMINISTRATOR, ATTENDANCE]

/** The elements of a page, and its text. */
const READ = `(() => {
  const treeOf = (node) => node.tagName + '(' + [...node.children].map(treeOf).join('') + ')'
  const main = document.querySelector('main') ?? document.body
  return { tree: treeOf(main), text: main.innerText }
})()`
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')

/** Chromium reads a foreign text on a page as what was stored, in the same elements as a plain text. */
describeInBrowser(`foreign text on the pages (TEXT_SEED=${seed} TEXT_COUNT=${count})`, (openPage) => {
  const system = wholeSystem()
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let page: Page
  beforeAll(async () => {
    receiver = await startReceiver(respondWith(500))
    page = await openPage(`${system.adminUrl}/ops/`)
    await page.getByLabel('Operator token').fill(system.operatorToken)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()
  })
  afterAll(() => receiver.stop())

  /** A person, a course, an account and an endpoint with this text in all their names. */
  async function enter(text: string, number: number) {
    const { operator } = system
    const groupId = 100 + number
    expectBody(await operator.put(`/admin/groups/${groupId}/`, { name: text, parentId: 1 }), 201)
    const course = { name: text, groupIds: [groupId] }
    expectBody(await operator.put(`/admin/courses/${number}/`, course), 201)
    const grants = ROLES.map((role) => ({ role, groupId }))
    const { id } = expectBody(await operator.post('/admin/service-accounts/', { name: text, grants }), 201)
    const key = expectBody(await operator.post(`/admin/service-accounts/${id}/keys/`, { name: text }), 201)
    const api = client(system.url, { 'x-api-key': key.keyId, 'x-api-secret': key.secret })
    const endpoint = { url: receiver.url, events: ['registration.created'], description: text }
    expectBody(await api.post('/webhook-endpoints/', endpoint), 201)
    const person = {
      firstName: text,
      lastName: text,
      loginName: `${MARK}.${number}`,
      email: `${MARK}.${number}@mail.test`,
    }
    const user = expectBody(await api.post('/users/', person), 201)
    expectBody(await api.post('/registrations/', { courseId: number, userId: user.id }), 201)
    await eventually(async () => {
      const mails = await operator.get(`/admin/deliveries/?userId=${user.id}&status=sent`)
      expect(mails.body).toHaveLength(1)
    })
    const stored = expectBody(await api.get(`/users/${user.id}/`), 200).firstName as string
    return { stored, paths: [`person/${user.id}`, `accounts/${id}`] }
  }

  /** The page when nothing is read for it any more. */
  async function read(path: string): Promise<{ tree: string; text: string }> {
    await page.goto('about:blank')
    await page.goto(`${system.adminUrl}/ops/#/${path}`)
    await page.waitForLoadState('networkidle')
    return await page.evaluate<{ tree: string; text: string }>(READ)
  }

  it(
    'is what was stored, in the elements that a plain text has',
    async () => {
      const plain = await enter(PLAIN, 1)
      const expected = []
      for (const path of plain.paths) expected.push((await read(path)).tree)
      for (const [i, text] of sample('names', { seed, count }).entries()) {
        const { stored, paths } = await enter(text, i + 2)
        for (const [at, path] of paths.entries()) {
          const { tree, text: shown } = await read(path)
          expect([path, text, tree]).toEqual([path, text, expected[at]])
          expect(withoutSpaces(shown)).toContain(withoutSpaces(stored))
        }
        expect(await page.evaluate('window.hacked')).toBeUndefined()
      }
    },
    TIMEOUT_PER_TEXT_MS * (count + 1),
  )
})
