import type { Page } from '@playwright/test'
import { openVerifyingMerchant, type VerifyingMerchant } from '#e2e/flows/testing/verifying-merchant'
import { severeViolations } from '#e2e/pages/every-look'
import { replayPage } from '#e2e/pages/replay-page'
import { callBackTo, sell, type Bench } from '#e2e/pages/sales'
import { expectShownWhole } from '#e2e/pages/shown-whole'
import { workbenchPage } from '#e2e/pages/workbench-page'
import { expect, test } from '#e2e/pages/test'
import { runCommand } from '#e2e/pages/palette'

const SECRET = 'replay-secret-7Rk2vQ'
let merchant: VerifyingMerchant

test.beforeEach(async () => {
  merchant = await openVerifyingMerchant(SECRET)
})
test.afterEach(async () => {
  await merchant.close()
})

// Most tests load the editor's code and check the page with axe.
test.describe.configure({ timeout: 180_000 })

/** Lets the project deliver to the verifying merchant, and makes payments with a result callback. */
async function sellHere(bench: Bench, ...paymentIds: readonly string[]): Promise<void> {
  await callBackTo(bench, merchant, SECRET)
  for (const paymentId of paymentIds) {
    await sell(bench.api, paymentId, 2450)
    await expect.poll(() => merchant.judged.some(({ text }) => text.includes(`"${paymentId}"`))).toBe(true)
  }
}

async function expectNoFindings(page: Page): Promise<void> {
  expect.soft(await severeViolations(page)).toEqual([])
}

test('an edited callback is replayed with various signatures, and each replay is shown with its verdict', async ({
  workbench: { page, info, api },
}) => {
  await sellHere({ api, info }, 'edited-1')
  const { open, row, detail } = workbenchPage(page)
  const { form, editor, changes, response, history, verdict, send, signing, show, replace } = replayPage(page)
  await open('Callbacks')
  await row(/delivered .*edited-1/).click()
  await detail('Result callback').getByRole('tab', { name: 'Edit' }).click()
  await expect(editor).toContainText('"amount": 2450')
  await expect(verdict).toContainText('signature valid')
  await expect(changes).toContainText('none in the body')

  await editor.focus()
  await replace('2450', '2451')
  await expect(changes).toContainText('payment.sum.amount')
  await expect(changes).toContainText('2451')
  await expect(changes).toContainText('signature')

  await send.click()
  await expect(response).toContainText('Response to the replay')
  await expect(response).toContainText('accepted')
  expect(merchant.judged.at(-1)?.verdict).toBe('accepted')
  // A compact body stays compact, however the editor shows it.
  expect(merchant.judged.at(-1)?.text).not.toContain('\n')

  await signing('Keep').check()
  await expect(verdict).toContainText('signature does not match')
  await send.click()
  await expect(response).toContainText('wrong signature')
  expect(merchant.judged.at(-1)?.verdict).toBe('wrong signature')

  await signing('Custom value').check()
  await form.getByLabel('Value of the signature').fill('mine')
  await form.getByLabel('Place of the signature').selectOption('general')
  await expect(changes).toContainText('general')
  await send.click()
  await expect.poll(() => merchant.judged.at(-1)?.text).toContain('"general":{"signature":"mine"}')

  // The tree: the original, and below it each replay with the merchant's verdict.
  await expect(history.getByRole('button', { name: /^[0-9:]+ ?Original .*200/ })).toBeVisible()
  await expect(
    history.getByRole('button', { name: /^[0-9:]+ ?Signed again, body edited .*200/ }),
  ).toBeVisible()
  await expect(
    history.getByRole('button', { name: /^[0-9:]+ ?Signature kept, body edited .*400/ }),
  ).toBeVisible()
  await expect(history).not.toContainText('This draft')

  await show('Side by side')
  await expect(page.getByRole('textbox', { name: 'As it will be sent' })).toContainText('"amount": 2451')
  await expect(page.getByRole('textbox', { name: 'Original' })).toContainText('"amount": 2450')
  await expectNoFindings(page)

  await show('Headers')
  const headers = page.getByLabel('Header fields')
  await headers.fill(`${await headers.inputValue()}\nX-Trace: 7`)
  await form.getByLabel('Method').fill('PUT')
  await expect(changes).toContainText('method POST → PUT')
  await expect(changes).toContainText('header fields')
  await expect(history).toContainText('This draft')
  await expectNoFindings(page)
})

test('a message is edited, sent and replayed by keyboard alone, and the draft survives a reload', async ({
  workbench: { page, info, api },
}) => {
  await sellHere({ api, info }, 'keys-1')
  const { open, row, toast } = workbenchPage(page)
  const { editor, response, replace } = replayPage(page)
  await open('Callbacks')
  await expect(row(/delivered .*keys-1/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(editor).toBeFocused()
  await replace('2450', '9900')
  await page.keyboard.press('Control+Enter')
  await expect(response).toContainText('accepted')
  await expect.poll(() => merchant.judged.at(-1)?.text).toContain('"amount":9900')

  // Typed letters go into the editor and are not shortcuts of the page.
  await editor.press('End')
  const before = merchant.judged.length
  await page.keyboard.type('"snhxrtjk/?"')
  await expect(editor).toContainText('"snhxrtjk/?"')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (let at = 0; at < 12; at += 1) await page.keyboard.press('Backspace')
  expect(merchant.judged).toHaveLength(before)
  await page.keyboard.type(' ')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(row(/Result, replay/)).toBeVisible()
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expect(editor).toContainText('"amount": 9900')
  await page.getByRole('button', { name: 'Undo all' }).click()
  await expect(editor).toContainText('"amount": 2450')

  // Tab leaves the editor, and so does Esc; a second Esc goes to the list.
  await editor.focus()
  await page.keyboard.press('Tab')
  await expect(editor).not.toBeFocused()
  await editor.focus()
  await page.keyboard.press('Escape')
  await expect(editor).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: /^Callbacks/ })).toBeFocused()

  const sent = merchant.judged.length
  // Ctrl+R is left to the browser, and sends nothing.
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => {
      document.documentElement.dataset['lastKey'] =
        `${event.key} ${event.defaultPrevented ? 'taken' : 'left'}`
    })
  })
  await page.keyboard.press('Control+r')
  await expect(page.locator('html')).toHaveAttribute('data-last-key', 'r left')
  expect(merchant.judged).toHaveLength(sent)
  await page.keyboard.press('r')
  await expect.poll(() => merchant.judged.length).toBe(sent + 1)
  expect(merchant.judged.at(-1)?.verdict).toBe('duplicate')
  // The response is named, and the replay does not wait above the list.
  await expect(toast(/^Sent again, response 200 after /)).toBeVisible()
  await expect(row(/Result, replay/)).toHaveCount(2)
})

test('errors in a text are shown in place, and a captured request is edited like a callback', async ({
  workbench: { page, info },
}) => {
  const body = '{ "free" : [1.0, "ü"] }'
  await fetch(`${info.merchant}/anything?x=1`, { method: 'PUT', body, headers: { 'X-Trace': '7' } })
  const { openCallbacks, row, detail } = workbenchPage(page)
  const { form, editor, send, signing, verdict } = replayPage(page)
  await openCallbacks('Captured')
  await row(/PUT \/anything/).click()
  await detail('Captured request').getByRole('tab', { name: 'Edit' }).click()
  await expect(editor).toHaveText(body)
  await expect(form.getByLabel('Method')).toHaveValue('PUT')
  await editor.click()
  await page.keyboard.press('End')
  await page.keyboard.type(',')
  await expect(verdict).toContainText('cannot be sent')
  await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
  await signing('Keep').check()
  await expect(verdict).toContainText('signature')
  await send.click()
  await page.getByRole('button', { name: '1 new' }).click()
  await expect(row(/PUT \/anything/)).toHaveCount(2)
  await row(/PUT \/anything/)
    .first()
    .click()
  await detail('Captured request').getByRole('tab', { name: 'Raw bytes' }).click()
  await expect(page.getByRole('region', { name: 'Raw bytes' })).toContainText(`${body},`)
  await expect(page.getByRole('region', { name: 'Raw bytes' })).toContainText('X-Trace: 7')
})

test('a message is composed from a template filled with the values of a payment @long', async ({
  workbench: { page, info, api },
}) => {
  await sellHere({ api, info }, 'composed-for')
  const { editor, response, send, verdict, form } = replayPage(page)
  const begins = page.getByRole('group', { name: 'Start from' })
  await runCommand(page, 'compose a message')
  await expect(begins.getByLabel('Template')).toBeFocused()
  await begins.getByLabel('Template').selectOption({ label: 'Result signed in the general object' })
  await begins.getByLabel('Find a payment').fill('SED-fo')
  await expect(begins).toContainText('1 listed')
  await begins.getByLabel('Filled from').selectOption({ label: 'composed-for, success' })
  await expect(editor).toContainText('"payment_id": "composed-for"')
  await expect(form.getByLabel('Place of the signature')).toHaveValue('general')
  await expect(verdict).toContainText('signature valid')
  await expectNoFindings(page)
  await send.click()
  await expect(response).toContainText('Response to the message')
  await expect(response).toContainText('accepted')
  expect(merchant.judged.at(-1)?.text).toMatch(
    /^\{"general":\{"project_id":\d+,"payment_id":"composed-for","signature":/,
  )

  // From nothing, with a kind of the tester's choice; the select box keeps the focus.
  await begins.getByLabel('Template').focus()
  await begins.getByLabel('Template').selectOption({ label: 'Empty message' })
  await expect(editor).toHaveText('{}')
  await expect(begins.getByLabel('Template')).toBeFocused()
  await begins.getByLabel('Listed as').selectOption({ label: 'Intermediate' })
  await expect(verdict).toContainText('signature valid')
  await send.click()
  await expect.poll(() => merchant.judged.at(-1)?.text).toMatch(/^\{"signature":"[^"]+"\}$/)
  const [newest] = (await api('callbacks.list', { limit: 1 })).items
  expect(newest).toMatchObject({ kind: 'intermediate', paymentId: 'composed-for' })
  await page.reload()
  await expect(begins.getByLabel('Listed as')).toHaveValue('intermediate')
  await expect(begins.getByLabel('Filled from').getByRole('option', { selected: true })).toHaveText(
    /composed-for/,
  )
})

test('several messages are replayed, by pointer and by keyboard, and the progress and responses are shown', async ({
  workbench: { page, info, api },
}) => {
  await sellHere({ api, info }, 'many-1', 'many-2', 'many-3')
  const { open, row, dialog } = workbenchPage(page)
  await open('Callbacks')
  await row(/many-1/).click()
  await row(/many-3/).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Replay…' }).click()
  const bulk = dialog('Bulk replay')
  await bulk.getByText('Shuffled').click()
  await bulk.getByRole('textbox', { name: 'Seed' }).fill('7')
  await bulk.getByLabel('Copies of each').fill('2')
  await expectNoFindings(page)
  await bulk.getByRole('button', { name: 'Start replay' }).click()
  await expect(bulk).toContainText('6 of 6 done')
  await expect(bulk).toContainText('6 accepted')
  await expect(bulk).toContainText('shuffled with seed 7')
  const sent = bulk.getByRole('table', { name: 'Messages in sending order' }).getByRole('row')
  await expect(sent.nth(1)).toContainText(/Result\s*\d\d:\d\d/)
  await expectNoFindings(page)
  await page.keyboard.press('Escape')
  expect(merchant.judged.slice(3).map(({ verdict }) => verdict)).toEqual(
    Array.from({ length: 6 }, () => 'duplicate'),
  )

  // By keyboard: everything that the filter matches, even with Caps Lock, which makes the letter a capital.
  // The sent messages wait above the list, and are selected once they are shown.
  await page.getByRole('button', { name: '6 new' }).click()
  await expect(page.getByRole('grid', { name: /^Callbacks/ }).getByRole('row')).toHaveCount(1 + 9)
  await page.getByRole('grid', { name: /^Callbacks/ }).focus()
  await page.keyboard.press('Control+A')
  await expect(page.getByText('9 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Replay…' }).click()
  await bulk.getByRole('checkbox', { name: 'Include many-2' }).first().uncheck()
  await bulk.getByText('All to one address').click()
  await bulk.getByRole('textbox', { name: 'Address' }).fill('nowhere')
  await bulk.getByRole('button', { name: 'Start replay' }).click()
  await expect(bulk.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true')
  await bulk.getByRole('textbox', { name: 'Address' }).fill(merchant.url)
  await expect(bulk).toContainText('8 will be sent')
  await expectNoFindings(page)
  await bulk.getByRole('button', { name: 'Start replay' }).click()
  await expect(bulk).toContainText('8 of 8 done')
  await expect(bulk).toContainText(`all to ${merchant.url}`)
  await page.keyboard.press('Escape')
  await expect(bulk).toBeHidden()
  await page.getByRole('grid', { name: /^Callbacks/ }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 selected')).toBeVisible()
  await runCommand(page, 'show the last bulk')
  await expect(dialog('Bulk replay')).toContainText('8 of 8 done')
  await expectNoFindings(page)
})

test('every way to sign is shown in full, and the Send button and its options are visible at once', async ({
  workbench: { page, api, info },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { row, detail, open } = workbenchPage(page)
  const { form, send, signing } = replayPage(page)
  await sellHere({ api, info }, 'order-1')
  await open('Callbacks')
  await row(/Result/).click()
  await detail('Result callback').getByRole('tab', { name: 'Edit' }).click()
  for (const name of ['Re-sign', 'Keep', 'Omit', 'Corrupt', 'Custom value'] as const)
    await expectShownWhole(signing(name).locator('xpath=ancestor::label[1]'))
  const retry = form.getByRole('checkbox', { name: 'Retry until the response is 200' })
  for (const height of [800, 900, 1100]) {
    await page.setViewportSize({ width: 1440, height })
    for (const control of [retry, send, signing('Custom value')])
      await expect(control, `at ${String(height)}`).toBeInViewport({ ratio: 1 })
  }
})
