import type { Api } from '#e2e/fixtures/automation'
import { aFaultRule } from '#e2e/flows/testing/fault-rules'
import { answersPage } from '#e2e/pages/answers-page'
import { callBackTo, refusedCallback, sell } from '#e2e/pages/sales'
import { expect, test } from '#e2e/pages/test'
import { workbenchPage } from '#e2e/pages/workbench-page'

const ID = 'order-7712-0419Q'

/** Makes a payment for each status with different actions, with the status in its id, and one with long ids. */
async function makePayments(api: Api): Promise<readonly string[]> {
  const make = async (paymentId: string, operation: 'sale' | 'auth' = 'sale'): Promise<string> =>
    (await api('payments.create', { amount: 4650, currency: 'EUR', paymentId, operation })).key
  const makePaid = async (paymentId: string, operation?: 'sale' | 'auth'): Promise<string> => {
    const key = await make(paymentId, operation)
    await api('payments.complete', { key, outcome: 'success' })
    return key
  }
  await make('1-processing')
  await api('payments.requestClarification', {
    key: await make('2-awaiting-clarification'),
    fields: { avs_data: ['avs_post_code'] },
  })
  await makePaid('3-success')
  await api('payments.complete', { key: await make('4-decline'), outcome: 'decline', code: '10105' })
  await makePaid('5-awaiting-capture', 'auth')
  await api('payments.cancel', { key: await makePaid('6-canceled', 'auth') })
  await api('payments.refund', { key: await makePaid('7-partially-reversed'), amount: 100 })
  await api('payments.refund', { key: await makePaid('8-reversed') })
  await api('payments.create', {
    amount: 980,
    currency: 'EUR',
    paymentId: 'a-very-long-payment-id-0123456789-0123456789-0123456789',
    customerId: 'a-customer-with-a-long-name-0123456789-0123456789-0123456789',
    card: '4000000000017006',
    outcome: 'card',
  })
  return (await api('payments.list', {})).items.map(({ paymentId }) => paymentId)
}

test('the head of a payment has the same height, and its main action the same place, in every status', async ({
  workbench: { page, api },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const ids = await makePayments(api)
  const { open, choose, detail } = workbenchPage(page)
  await open('Payments')
  const places = new Set<string>()
  for (const id of ids) {
    await choose(new RegExp(` ${id} `))
    const payment = detail(`Payment ${id}`)
    const head = await payment.locator('.d-head').boundingBox()
    const main = await payment
      .getByRole('toolbar', { name: 'Actions' })
      .getByRole('button')
      .first()
      .boundingBox()
    places.add([head?.height, main?.x, main?.y, main?.height].join())
  }
  expect([...places]).toEqual([expect.stringMatching(/^112,/)])
})

test('the head of a scenario and of a rule is as high as that of a payment', async ({
  workbench: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { open, openCallbacks } = workbenchPage(page)
  const height = async () => (await page.locator('.d-head').boundingBox())?.height
  await open('Scenarios')
  await expect.poll(height).toBe(112)
  await openCallbacks('Response rules')
  const { begin, rule, save } = answersPage(page)
  await begin('Always 500')
  await expect.poll(height).toBe(112)
  await save()
  await expect(rule('applied to 0 of 0 matches')).toBeVisible()
  expect(await height()).toBe(112)
})

test('the tabs of a callback are directly below its head, while it is read and while it is edited', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await refusedCallback({ api, info }, receiver, { paymentId: 'often', forMs: 15 * 60_000 })
  const { open, row } = workbenchPage(page)
  await open('Callbacks')
  await row(/Result often/).click()
  await expect(page.getByRole('region', { name: 'Attempts', exact: true })).toBeVisible()
  const gap = async (): Promise<number> => {
    const head = await page.locator('.d-head').boundingBox()
    const tabs = await page.getByRole('tablist', { name: 'Callback' }).boundingBox()
    return head === null || tabs === null ? NaN : tabs.y - head.y - head.height
  }
  expect(await gap()).toBe(0)
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible()
  expect(await gap()).toBe(0)
})

test('an id of 16 characters is shown in full in every list', async ({
  workbench: { page, info, api },
  receiver,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await sell(api, ID)
  await api('annotations.set', { id: (await api('payments.list', {})).items[0]?.key ?? '', labels: ['avs'] })
  await callBackTo({ api, info }, receiver)
  await sell(api, ID.replace('Q', 'R'))
  const { open, openCallbacks } = workbenchPage(page)
  const expectWhole = async (list: string): Promise<void> => {
    const ids = page.getByRole('grid').locator('.id-text')
    await expect(ids.first(), list).toBeVisible()
    const cut = await ids.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const wanted = Math.ceil(element.textContent.length * 7.2)
        return element.getBoundingClientRect().width < wanted - 1 ? [element.textContent] : []
      }),
    )
    expect(cut, list).toEqual([])
  }
  await open('Payments')
  await expectWhole('payments')
  await openCallbacks('Sent')
  await expectWhole('sent')
  await openCallbacks('Captured')
  await expectWhole('captured')
  await open('Traffic')
  await expectWhole('traffic')
})

test('the clock timeline says what a jump will do, jumps, and takes the jump back', async ({
  workbench: { page, api },
}) => {
  await api('clock.set', { mode: 'frozen' })
  const { key } = await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: 'waits' })
  await api('payments.requestClarification', { key, fields: { avs_data: ['avs_post_code'] } })
  await page.getByRole('button', { name: 'Clock timeline' }).click()
  const line = page.getByRole('region', { name: 'Clock timeline' })
  const mark = line.getByRole('button', { name: /^Jump in 30 min: waits, clarification/ })
  await mark.focus()
  await expect(line.getByRole('status')).toContainText('1 timer fires')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await api('payments.get', { key })).status).toBe('decline')
  await expect(mark).toHaveCount(0)
  await expect(line.getByRole('status')).toContainText('Advanced from')
  await workbenchPage(page).open('Payments')
  await expect(workbenchPage(page).row(/decline.*waits/)).toBeVisible()
  await api('payments.create', { amount: 100, currency: 'EUR', paymentId: 'later' })
  await line.getByRole('button', { name: 'Take back…' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 new payment: later')
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await expect(workbenchPage(page).row(/awaiting clarification.*waits/)).toBeVisible()
  await expect(mark).toBeVisible()
  await expect(line.getByRole('button', { name: 'Take back…' })).toBeDisabled()
})

test('the overview counts outcomes and deliveries, and each figure leads to its list', async ({
  workbench: { page, api },
}) => {
  await makePayments(api)
  const { open, row } = workbenchPage(page)
  await open('Overview')
  await expect(page.getByRole('region', { name: 'Waiting for the merchant' })).toContainText(
    'awaiting-clarification',
  )
  await expect(page.getByRole('region', { name: 'Next timers' })).toContainText('clarification')
  await page.getByRole('region', { name: 'payments' }).getByRole('button', { name: 'decline 1' }).click()
  await expect(page.getByRole('combobox', { name: 'Filter payments' })).toBeVisible()
  await expect(row(/decline 10105 4-decline/)).toBeVisible()
  await expect(row(/success/)).toHaveCount(0)
})

test('a refused callback that is then held counts once in the overview', async ({
  workbench: { page, api, info },
  receiver,
}) => {
  await refusedCallback({ api, info }, receiver, { paymentId: 'stopped', forMs: 60_000 })
  const [callback] = (await api('callbacks.list', {})).items
  await api('callbacks.hold', { id: callback?.id ?? '' })
  await workbenchPage(page).open('Overview')
  const callbacks = page.getByRole('region', { name: 'callback', exact: true })
  await expect(callbacks.getByRole('button', { name: /^held/ })).toBeVisible()
  await expect(callbacks.getByRole('button', { name: /^5xx/ })).toHaveCount(0)
})

test('the bottom bar shows rules that are on, and turns them off', async ({ workbench: { page, api } }) => {
  await api('faults.save', { rules: [aFaultRule({ kind: 'drop' }, { name: 'Lost callbacks' })] })
  const active = page.getByRole('group', { name: 'Active' })
  await active.getByRole('button', { name: '1 fault' }).click()
  await expect(page.getByRole('menu')).toContainText('Lost callbacks')
  await page.getByRole('menuitem', { name: 'Turn all off' }).click()
  await expect(active).toHaveCount(0)
  expect((await api('faults.list', {})).rules[0]?.enabled).toBe(false)

  // A rule that is not saved does not act, which is easily forgotten.
  await workbenchPage(page).openCallbacks('Response rules')
  await page.getByRole('region', { name: 'Examples to start from' }).getByRole('button').first().click()
  await workbenchPage(page).open('Payments')
  await expect(active.getByRole('button', { name: '1 response unsaved' })).toHaveAttribute(
    'title',
    'A new rule is not in effect until you save it.',
  )
})

test('a double click acts once, not on the button that appears', async ({ workbench: { page, api } }) => {
  await api('payments.create', { amount: 4650, currency: 'EUR', paymentId: 'twice' })
  const { open, choose, detail } = workbenchPage(page)
  await open('Payments')
  await choose(/ twice /)
  await detail('Payment twice').getByRole('button', { name: 'Approve' }).dblclick()
  await expect(detail('Payment twice')).toContainText('success')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('is not possible')).toHaveCount(0)
})

test('a list is narrow only while an editor is open', async ({ workbench: { page, api } }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (let n = 1; n <= 40; n += 1) await sell(api, `order-${String(n)}`)
  const { open, row, detail } = workbenchPage(page)
  await open('Callbacks')
  await row(/Result order-12 /).click()
  const list = page.getByRole('grid', { name: /^Callbacks/ })
  const width = async (): Promise<number | undefined> => (await list.boundingBox())?.width
  const whole = await width()
  await page.keyboard.press('e')
  const body = detail('Result callback').getByRole('textbox', { name: 'Body' })
  await expect(body).toBeFocused()
  await expect.poll(width).toBe(240)
  // The selected row stays in view, and its two lines say which one it is.
  await expect(list.getByRole('row', { selected: true })).toBeInViewport({ ratio: 1 })
  await expect(list.getByRole('row', { selected: true })).toHaveText(/^order-12.*Result/)
  expect((await page.getByRole('form', { name: 'How to send' }).boundingBox())?.width).toBeCloseTo(340, 0)
  // The Send button keeps the focus.
  await page.getByRole('button', { name: 'Send replay' }).click()
  await page.getByRole('heading', { name: 'Response to the replay' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await expect.poll(width).toBe(whole)

  await page.getByRole('button', { name: 'Compose' }).click()
  await expect.poll(width).toBe(240)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(width).toBe(whole)
})
