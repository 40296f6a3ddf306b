import { describeInBrowser } from '../../testing/browser.ts'
import { wholeSystem } from '../../testing/clients/system.ts'

const MAX_MS = 60_000

describeInBrowser("the dialogs of the operators' page (O6)", (openPage) => {
  const system = wholeSystem()

  it(
    'keep a new secret until it is stored, and close when another view is shown',
    async () => {
      const { accountId } = await system.issueKey()
      const page = await openPage(`${system.adminUrl}/ops/`)
      const dialog = page.getByRole('dialog')
      const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
      const signIn = async (token: string) => {
        await page.getByLabel('Operator token').fill(token)
        await page.keyboard.press('Enter')
      }
      // A header can't have these letters.
      await signIn('пароль')
      await page.getByText('This token is not valid.').waitFor()
      await signIn(system.operatorToken)
      await page.getByRole('heading', { name: 'Person', exact: true }).waitFor()

      await page.goto(`${system.adminUrl}/ops/#/accounts/${accountId}`)
      await press('Issue a key')
      await dialog.waitFor()
      await page.goBack()
      await dialog.waitFor({ state: 'hidden' })
      await page.goForward()
      await press('Issue a key')
      await dialog.getByRole('button', { name: 'Issue a key', exact: true }).click()
      const secret = dialog.getByText(/^rcs_/)
      await secret.waitFor()
      for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
      await page.goBack()
      await page.getByRole('heading', { name: 'Person', exact: true, includeHidden: true }).waitFor()
      expect(await secret.isVisible()).toBe(true)
      await dialog.getByRole('button', { name: 'I have stored it' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.close()
    },
    MAX_MS,
  )
})
