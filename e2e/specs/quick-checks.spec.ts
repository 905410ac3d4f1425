import { aRule, reply } from '#e2e/flows/testing/answer-rules'
import { expectAccessible } from '#e2e/pages/every-look'
import { runCommand } from '#e2e/pages/palette'
import { sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

test("a check of a callback's receiver shows its result and the exact bytes @long", async ({
  workbench: { page, api },
}) => {
  // The capture server responds to everything with 200, forged or not.
  await api('clock.set', { mode: 'frozen' })
  await sell(api, 'order-1')
  const { open, row, detail } = workbenchPage(page)
  await open('Callbacks')
  await row(/result .*order-1/i).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Forge' }).click()

  const forge = detail(/Result/).getByRole('region', { name: 'Forge' })
  await expect(forge).toContainText('not observed')
  await expect(forge).toContainText('Paybench’s own capture server answered')
  await expect(forge).not.toContainText('Compute the signature over the whole body')
  await forge.getByText('Exact bytes').first().click()
  await expect(forge.getByLabel('Request: With a wrong signature')).toContainText('"order-1"')
  await expect(forge.getByLabel('Response: With a wrong signature')).toContainText('HTTP/1.1 200')
  await expectAccessible(page)

  await runCommand(page, 'Check the receiver: Send twice')
  const twice = detail(/Result/).getByRole('region', { name: 'Send twice' })
  await expect(twice).toContainText('no merchant code was involved')

  // A message that should be refused does not count as a failing callback.
  await api('answers.put', { rule: aRule([reply(400)]) })
  await runCommand(page, 'Check the receiver: Forge')
  await page.getByRole('button', { name: /\d+ new/ }).click()
  await expect(row(/sent once/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sent once/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Failing/ })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Pages' })).not.toContainText('failing')

  // Each message is an ordinary callback, which says what it was for.
  await forge.getByRole('button', { name: 'Open the message: Without a signature' }).click()
  await expect(page.getByRole('list', { name: 'Changes to this callback' })).toContainText(
    'Check “Forge”; signature left out, body edited.',
  )
})
