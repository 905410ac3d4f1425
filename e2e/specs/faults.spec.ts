import { aFaultRule } from '#e2e/flows/testing/fault-rules'
import { openVerifyingMerchant } from '#e2e/flows/testing/verifying-merchant'
import type { Api } from '#e2e/fixtures/automation'
import { clipboardText, workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import { runCommand } from '#e2e/pages/palette'
import { callBackTo, sell } from '#e2e/pages/sales'

/** Makes a payment that succeeds, and has its result callback sent at once. */
async function sellNow(api: Api, paymentId: string): Promise<void> {
  await sell(api, paymentId)
  await api('clock.advance', { ms: 0 })
}

test('a rule is created, changes a callback, marks it and counts it', async ({
  workbench: { page, info, api },
  receiver,
}) => {
  const { row, detail, toast, chooseMore } = workbenchPage(page)
  await callBackTo({ api, info }, receiver)
  await workbenchPage(page).openCallbacks('Fault rules')
  await expect(page.getByRole('heading', { name: 'No fault rules' })).toBeVisible()
  await page.getByRole('button', { name: 'Add rule: Corrupt signature' }).click()

  const editor = page.getByRole('form', { name: /^Rule/ })
  await editor.getByLabel('Name').fill('Forged')
  await editor.getByRole('checkbox', { name: 'Result' }).check()
  await editor.getByRole('radiogroup', { name: 'How often' }).getByText('The first few times').click()
  await editor.getByRole('textbox', { name: 'Times' }).fill('0')
  await expect(editor.getByText('Give a count: a whole number')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Times' }).fill('1')
  await expect(editor.getByRole('status').first()).toHaveText(
    'Corrupts the signature in the first attempt to deliver a result callback of any payment.',
  )
  await editor.getByRole('textbox', { name: 'Times' }).press('Control+Enter')
  const rules = page.getByRole('list', { name: 'Fault rules in order' })
  await expect(rules.getByRole('checkbox', { name: 'Forged is on' })).toBeChecked()
  await expect(page).toHaveURL(/#callbacks\/faults\/[\w-]+$/)

  await sellNow(api, 'forged-1')
  await expect(rules).toContainText('applied to 1 of 1 matches')
  await api('clock.advance', { ms: 10_000 })
  expect(receiver.received).toHaveLength(1)

  await workbenchPage(page).openCallbacks('Sent')
  await expect(row(/delivered .*fault .*forged-1/)).toBeVisible()
  const callback = detail('Result callback')
  await expect(callback).toContainText('signature does not match when sent')
  await callback.getByRole('tab', { name: 'Raw bytes' }).click()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Copy raw HTTP' }).click()
  await expect.poll(() => clipboardText(page)).toBe(receiver.received[0]?.raw)

  // The mark leads to its rule; a removed rule can be restored.
  const marks = callback.getByRole('list', { name: 'Changes to this callback' })
  await expect(marks).toContainText('Rule “Forged”: Corrupts the signature in this attempt.')
  await marks.getByRole('button', { name: /^Rule/ }).click()
  await expect(page.getByRole('form', { name: 'Rule Forged' })).toBeVisible()
  await chooseMore(page.getByRole('article'), 'Remove')
  await expect(toast('Removed the rule “Forged”')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rules.getByRole('checkbox', { name: 'Forged is on' })).toBeVisible()
  await expect(rules).toContainText('applied to 1 of 1 matches')
})

test('reordered callbacks are shown as the merchant got them', async ({ workbench: { page, info, api } }) => {
  const secret = 'reorder-secret-7Rk2vQ'
  const merchant = await openVerifyingMerchant(secret)
  try {
    const { open, row, detail } = workbenchPage(page)
    await callBackTo({ api, info }, merchant, secret)
    const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: 'Overtaken' })

    // A rule made from the menu of a payment is for that payment only.
    await open('Payments')
    await row(/Overtaken/).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'New fault rule for this payment…' }).click()
    await expect(page.getByLabel('Fault', { exact: true })).toBeFocused()
    await page.getByLabel('Fault', { exact: true }).selectOption({ label: 'Reorder' })
    const editor = page.getByRole('form', { name: /^Rule/ })
    await expect(editor.getByLabel('Payment id')).toHaveValue('Overtaken')
    await editor.getByLabel('Wait for').selectOption({ label: 'a result' })
    await editor.getByRole('checkbox', { name: 'Clarification' }).check()
    await expect(editor.getByRole('status').first()).toContainText(
      `Holds every clarification callback of payment Overtaken of project ${info.project.id} until a result`,
    )
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('checkbox', { name: 'Reorder is on' })).toBeChecked()

    await api('payments.requestClarification', { key, fields: { customer: ['email'] } })
    await api('clock.advance', { ms: 0 })
    await api('payments.complete', { key, outcome: 'success' })
    await api('clock.advance', { ms: 0 })
    expect(merchant.verdicts).toEqual(['accepted', 'out of order'])

    await workbenchPage(page).openCallbacks('Sent')
    await row(/failed .*Clarification.*Overtaken/).click()
    const callback = detail('Clarification callback')
    await expect(callback.getByRole('list', { name: 'Changes to this callback' })).toContainText('Reorder')
    await expect(callback.getByRole('region', { name: 'Merchant’s responses' })).toContainText('out of order')
    await expect(callback.getByRole('region', { name: 'Merchant’s responses' })).toContainText('409')

    // The payment names the rule too, and a click anywhere in a row opens the message.
    await open('Payments')
    const payment = detail('Payment Overtaken')
    for (const [tab, words] of [
      [/^Timeline/, /clarification callback.*fault/],
      [/^Callbacks/, /Clarification.*fault/],
    ] as const) {
      await payment.getByRole('tab', { name: tab }).click()
      await payment.getByRole('row', { name: words }).getByText('409').click()
      await detail('Clarification callback').getByRole('button', { name: 'Close message' }).click()
    }
  } finally {
    await merchant.close()
  }
})

test('rules are moved, switched off and removed by keyboard alone', async ({ workbench: { page, api } }) => {
  await runCommand(page, 'New fault rule: Drop')
  await expect(page.getByLabel('Fault', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('checkbox', { name: 'Drop is on' })).toBeVisible()
  await runCommand(page, 'New fault rule: Delay')
  await expect(page.getByRole('heading', { name: 'Delay' })).toBeVisible()
  await expect(page.getByLabel('Fault', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')

  const rules = page.getByRole('list', { name: 'Fault rules in order' })
  const names = async () =>
    (await api('faults.list', {})).rules.map(({ name, enabled }) => `${name} ${enabled}`)
  await expect.poll(names).toEqual(['Delay true', 'Drop true'])
  await rules.getByRole('button', { name: /Delay/ }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(names).toEqual(['Drop true', 'Delay true'])
  await expect(rules.getByRole('button')).toHaveText([/Drop/, /Delay/])
  await page.keyboard.press('Space')
  await expect.poll(names).toEqual(['Drop true', 'Delay false'])
  await page.keyboard.press('k')
  await expect(rules.getByRole('button', { name: /Drop/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Rule Drop' }).getByLabel('Fault')).toBeFocused()
  await rules.getByRole('button', { name: /Drop/ }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(names).toEqual(['Delay false'])

  // Unsaved input is still there after a reload.
  await rules.getByRole('button', { name: /Delay/ }).click()
  await page.getByLabel('Name').fill('Half typed')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Half typed')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Delay')
})

test('a schedule is controlled by single keys', async ({ workbench: { page, info, api }, receiver }) => {
  const { detail, dialog, row, toast } = workbenchPage(page)
  await callBackTo({ api, info }, receiver)
  receiver.answerWith(500)
  await sellNow(api, 'steered')
  await workbenchPage(page).openCallbacks('Sent')
  const callback = detail('Result callback')
  const bar = callback.getByRole('toolbar', { name: 'Actions' })
  await expect(callback).toContainText('failed 1/120')
  const shown = await callback.elementHandle()

  // The newest row is shown by default: it stays beside the list while the filtered list is loaded.
  await page.getByRole('button', { name: /^Failing/ }).click()
  await expect(page.getByRole('button', { name: /^Failing/ })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('s')
  await expect(callback).toContainText('failed 2/120')
  await expect(row(/steered/)).toBeVisible()
  expect(await shown.evaluate((article) => article.isConnected)).toBe(true)
  await page.keyboard.press('h')
  await expect(bar.getByRole('button', { name: 'Release' })).toBeVisible()
  await expect(callback.getByRole('img', { name: /on hold/ })).toBeVisible()
  await api('clock.advance', { ms: 3_600_000 })
  expect(receiver.received).toHaveLength(2)

  await page.keyboard.press('x')
  await expect(toast(/^Dropped: no more attempts/)).toBeVisible()
  await expect(callback).toContainText('dropped: no more attempts')
  await expect(toast(/^On hold/)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(callback).toContainText('failed 3/120')
  await expect(row(/released.*steered/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  await page.keyboard.press('t')
  await dialog('Change the target').getByLabel('Target').fill('shop.test')
  await page.keyboard.press('Control+Enter')
  await expect(dialog('Change the target')).toContainText('Give an absolute http or https URL')
  await dialog('Change the target').getByLabel('Target').fill(`${receiver.url}/elsewhere`)
  await page.keyboard.press('Enter')
  await expect(callback).toContainText('/elsewhere')

  receiver.answerWith(200)
  await page.keyboard.press('Shift+R')
  await expect(callback).toContainText('1 delivered')
  await expect(callback.getByTitle(/^resent manually,/)).toHaveCount(1)
  expect(receiver.received.at(-1)?.raw).toContain('/elsewhere HTTP/1.1')
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  const marks = callback.getByRole('list', { name: 'Changes to this callback' }).getByRole('listitem')
  await expect(marks.first()).toHaveText('Resent by the tester: a new schedule with the same bytes.')
  await expect(marks.last()).toHaveText('Sent at once by the tester.')
  await page.keyboard.press('h')
  await expect(toast(/^The callback was delivered, so nothing more is planned/)).toBeVisible()
  await page.keyboard.press('t')
  await expect(toast(/^The callback was delivered, so its target can no longer change/)).toBeVisible()
  await expect(dialog('Change the target')).toHaveCount(0)
  await bar.getByRole('button', { name: 'More actions' }).click()
  const hold = page.getByRole('menuitem', { name: /^Hold/ })
  await expect(hold).toBeDisabled()
  await expect(hold).toHaveAccessibleDescription(/^The callback was delivered, so nothing more is planned/)
})

test('copies, headers and the signature belong to the attempt that is shown', async ({
  workbench: { page, info, api },
  receiver,
}) => {
  const { detail, row, chooseMore } = workbenchPage(page)
  await callBackTo({ api, info }, receiver)
  await sellNow(api, 'untouched Zoë/β “1”')
  await api('faults.save', {
    rules: [
      aFaultRule({ kind: 'http10' }),
      aFaultRule({ kind: 'changeField', path: 'payment.sum.amount', value: '1', signing: 'keep' }),
    ],
  })
  await sellNow(api, 'changed')
  await workbenchPage(page).openCallbacks('Sent')

  await row(/ untouched Zoë/).click()
  const callback = detail('Result callback')
  await expect(callback.getByRole('button', { name: 'Payment untouched Zoë/β “1”' })).toBeVisible()
  await chooseMore(callback, 'Copy as raw HTTP')
  await expect.poll(() => clipboardText(page)).toBe(receiver.received[0]?.raw)
  await callback.getByRole('tab', { name: 'Headers' }).click()
  await expect(page.getByRole('table', { name: 'Headers', exact: true })).toContainText(
    `1Host${new URL(receiver.url).host}`,
  )

  await row(/ changed /).click()
  await expect(callback.getByRole('button', { name: 'Payment changed' })).toBeVisible()
  await chooseMore(callback, 'Copy as raw HTTP')
  await expect.poll(() => clipboardText(page)).toMatch(/^POST \S+ HTTP\/1\.0\r\n/)
  expect(await clipboardText(page)).toBe(receiver.received[1]?.raw)
  await callback.getByRole('tab', { name: 'Signature' }).click()
  await expect(page.getByRole('table', { name: 'String to sign line by line' })).toContainText(
    'payment:sum:amount:1',
  )
  await expect(page.getByRole('tabpanel')).not.toContainText('payment:sum:amount:4650')
  await page.getByRole('button', { name: 'Explain signature' }).click()
  const verdict = page.getByRole('region', { name: 'Explanation' }).getByRole('status')
  await expect(verdict).toContainText(/^Refused/)
  await expect(page.getByText(', as attempt 1 sent it')).toBeVisible()
  await expect(page.getByRole('row', { name: /payment:sum:amount:1/ })).toBeVisible()
})
