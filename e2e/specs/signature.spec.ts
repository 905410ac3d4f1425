import { createHmac } from 'node:crypto'
import { signature as sign } from '../../docs/examples/sign.mjs'
import { expect, test } from '#e2e/pages/test'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'
import { openPalette } from '#e2e/pages/palette'

const LIST = Array.from({ length: 11 }, (_, index) => `item ${String(index)}`)

test('a pasted message is explained while it is typed, and the fix is checked at once', async ({
  workbench,
}) => {
  const { page, info } = workbench
  const { open } = workbenchPage(page)
  await open('Signature')
  const { id, secret } = info.project
  const lines = ['general:payment_id:s-1', `general:project_id:${String(id)}`, 'is_new:1']
  const hmac = (text: string): string => createHmac('sha512', secret).update(text).digest('base64')
  const bodyWith = (signature: string): string =>
    JSON.stringify({ general: { project_id: id, payment_id: 's-1', signature }, is_new: true })

  const message = page.getByRole('textbox', { name: 'Message' })
  const verdict = page.getByRole('region', { name: 'Explanation' }).getByRole('status')
  await message.fill(bodyWith(hmac(lines.join(';').replace('is_new:1', 'is_new:true'))))
  await expect(verdict).toContainText('Refused. Booleans were signed as true and false.')
  const card = page.getByRole('article', { name: 'Booleans as words' })
  await expect(card.getByRole('group', { name: 'First line that differs: 3' })).toContainText('is_new:true')
  await expect(page.getByRole('status').filter({ hasText: 'Sign 1 for true and 0 for false.' })).toBeVisible()
  await expect(page.getByRole('row', { name: /is_new:1.*different value/ })).toBeVisible()
  const fix = page.getByRole('region', { name: 'The fix' })
  await expect(fix).toContainText("typeof value === 'boolean' ? (value ? '1' : '0')")
  await fix.getByRole('radiogroup', { name: 'Language' }).getByText('Python').click()
  await fix.getByRole('button', { name: 'Copy fix in Python' }).click()
  expect(await clipboardText(page)).toContain('def text_of(value):')
  await expect(page.getByRole('row', { name: /^no match Reference/ })).toContainText('used for the verdict')

  await verdict.getByRole('button', { name: 'Copy correct signature' }).click()
  const right = hmac(lines.join(';'))
  expect(await clipboardText(page)).toBe(right)
  await message.fill(bodyWith(right))
  await expect(verdict).toContainText('Accepted. The signature is correct.')
  await expect(page.getByRole('row', { name: /^matches Reference/ })).toBeVisible()
  await expect(page.getByText(right, { exact: true })).toHaveCount(2)
  await expect(fix).toBeHidden()

  await message.fill(bodyWith(`${'A'.repeat(86)}==`))
  await expect(verdict).toContainText('no known mistake explains it')
  await message.fill('{"general":')
  await expect(page.getByText('Not JSON')).toBeVisible()
})

test('the example shows the line that moved, and is restored after a reload without its secret', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbenchPage(page).open('Signature')
  await page
    .getByRole('region', { name: 'Explanation' })
    .getByRole('button', { name: 'Load an example' })
    .click()
  await expect(page.getByRole('row', { name: /items:10:mug in another position/ })).toBeVisible()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveAttribute('type', 'password')

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/Order\/77-β/)
  await expect(page.getByLabel('Secret', { exact: true })).toHaveCount(0)
  await expect(page.getByLabel('Secret of', { exact: true })).toHaveValue('auto')
})

test('a refused request leads from its signature to the mistake, by keyboard alone', async ({
  workbench,
}) => {
  const { page, info } = workbench
  const { id, secret } = info.project
  const body = { general: { project_id: id, payment_id: 's-2' }, list: LIST }
  const signature = sign(body, `${secret}\n`)
  const response = await fetch(`${info.platform}/v2/payment/status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, general: { ...body.general, signature } }),
  })
  expect(response.status).toBe(400)

  await openPalette(page)
  await page.getByRole('dialog').getByRole('combobox').fill('Signature')
  const selected = page.getByRole('option', { selected: true })
  await expect(async () => {
    const label = (await selected.textContent()) ?? ''
    if (!label.startsWith('Signature')) await page.keyboard.press('ArrowDown')
    await expect(selected).toHaveText(/^Signature/, { timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Pick a message' }).focus()
  await page.keyboard.press('Space')
  const newest = page.getByLabel('Newest messages')
  const entry = newest.locator('option', { hasText: /POST \/v2\/payment\/status s-2/ })
  await newest.selectOption(await entry.getAttribute('value'))
  const verdict = page.getByRole('region', { name: 'Explanation' }).getByRole('status')
  await expect(verdict).toContainText('The secret was used with a line end after it.')
  await expect(page.getByRole('article', { name: 'Wrong key' })).toContainText(
    'The string to sign is correct',
  )
  await page.getByRole('button', { name: 'Edit as text' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^POST \/v2\/payment\/status HTTP/)
  await expect(verdict).toContainText('The secret was used with a line end after it.')
})

test('a message is shown again at once after leaving the page, without the empty state in between', async ({
  workbench: { page },
}) => {
  const { open, row } = workbenchPage(page)
  await open('Signature')
  await page.getByRole('button', { name: 'Load an example' }).first().click()
  await expect(row(/in another position/)).toBeVisible()
  await open('Traffic')
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  await page.evaluate(() => {
    new MutationObserver(() => {
      const words = document.querySelector('[aria-label="Explanation"]')?.textContent ?? ''
      if (words.includes('Load an example')) document.body.dataset['seen'] = 'nothing'
    }).observe(document.body, { childList: true, subtree: true })
  })
  await open('Signature')
  await expect(row(/in another position/)).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-seen')
})
