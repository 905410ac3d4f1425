import { fillMorning, respondingMerchant } from './morning.mjs'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').FrameLocator} FrameLocator
 * @typedef {import('../measure/host.mjs').Host} Host
 * @typedef {(page: Page, host: Host) => Promise<void>} Open
 * @typedef {(ms: number, target?: import('playwright-core').Locator) => Promise<void>} Take
 * @typedef {(page: Page, host: Host, take: Take) => Promise<void>} Tour
 * @typedef {{name: string, width: number, height: number, open?: Open, tour?: Tour}} Picture `name`: file name without
 *   the scheme; `tour`: films a moving picture
 */

/** A scenario with a wrong expectation: the payment is declined if nobody answers. */
const tooLate = `name: The data comes too late
about: The customer needs longer than the platform waits.
tags: [clarification, timers]
given:
  clock: frozen
steps:
  - sale: { as: order, amount: 46.50 EUR, card: clarification-avs }
  - expect callback: { of: order, kind: clarification, body: { status: awaiting clarification } }
  - advance: 30 min
  - expect callback: { of: order, kind: result, body: { payment: { status: success } } }
  - expect payment: { of: order, status: success }
`

/** @param {Page} page @param {Host} host @param {string} name */
const openPage = async (page, { ready }, name) => {
  await page.goto(`${ready.workbench}/?token=${ready.token}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
}

/** @param {Page | FrameLocator} form @param {string} card */
const pay = async (form, card) => {
  await form.locator('input[name=pan]').fill(card)
  await form.locator('input[name=expiry]').fill('07/33')
  await form.locator('input[name=cvv]').fill('739')
  await form.locator('input[name=card_holder]').fill('NORA VALE')
  await form.locator('button[type=submit]').click()
}

/** @type {Open} */
const requestClarification = async (page, host) => {
  await fillMorning(host)
  await openPage(page, host, 'Payments')
  await page.getByRole('row', { name: /order-2472/ }).click()
  await page.getByRole('button', { name: 'Request clarification…' }).click()
  await page.getByRole('button', { name: '8 customer fields' }).click()
  await page.getByLabel('Body of the callback').waitFor()
}

/** @type {Open} */
const callbacks = async (page, host) => {
  await fillMorning(host)
  await openPage(page, host, 'Callbacks')
  const row = page.getByRole('row', { name: /order-2451/ })
  await row.first().click()
  await page.getByRole('region', { name: 'Attempts and responses' }).waitFor()
}

/** @type {Open} the checks of a merchant that accepts everything, to which the capture server passes callbacks on */
const checks = async (page, host) => {
  await fillMorning(host)
  const url = await respondingMerchant(200, 'OK')
  const step = { kind: 'forward', url, appendPath: false, verifyCertificate: true }
  const rule = { id: 'shop', name: 'To the shop', enabled: true, match: {}, after: 'last', per: 'rule' }
  await host.api('answers.save', { rules: [{ ...rule, steps: [step] }] })
  await openPage(page, host, 'Callbacks')
  const row = page.getByRole('row', { name: /Result.*order-2454/ }).first()
  for (const name of ['Send twice', 'Forge']) {
    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name }).click()
    const check = page.getByRole('button', { name: `Check: ${name}` })
    await check.and(page.getByText('Check again')).waitFor()
  }
  await page.getByText('Exact bytes').nth(2).click()
}

/** @type {Open} the report of a payment whose callbacks fail, as it looks when its file is opened */
const paymentReport = async (page, host) => {
  await fillMorning(host)
  const { items } = await host.api('payments.list', { query: 'id=order-2451' })
  const { key } = items[0]
  await host.api('annotations.set', {
    id: key,
    labels: ['receiver'],
    note: 'The receiver locks its database while it counts the order. The first attempt always meets the lock.',
  })
  const { text } = await host.api('reports.payments', { keys: [key], format: 'html' })
  await page.setContent(text)
}

/** @type {Open} */
const scenarios = async (page, host) => {
  await host.api('scenarios.save', { file: 'too-late.yaml', text: tooLate, version: null })
  await openPage(page, host, 'Scenarios')
  await page.getByRole('row', { name: /not run The data comes too late/ }).click()
  await page.getByRole('button', { name: /^Run all/ }).click()
  await page.getByText(/^\d+ passed, 1 failed$/).waitFor({ timeout: 120_000 })
  await page.getByRole('table', { name: 'Differences' }).waitFor()
}

/** @type {Open} the exam of a merchant that accepts everything, and so fails the rules about verification */
const exam = async (page, host) => {
  const merchant = await respondingMerchant(200, 'OK')
  await openPage(page, host, 'Exam')
  await page.getByRole('textbox', { name: 'Callback address' }).fill(merchant)
  await page.getByRole('textbox', { name: 'Address that returns an order as JSON' }).fill('')
  await page.getByRole('textbox', { name: 'Port of the platform' }).fill('0')
  await page.getByRole('button', { name: 'Start the exam' }).click()
  await page.getByRole('heading', { name: 'The exam is running' }).waitFor()
  await page.getByRole('img', { name: /^Grade/ }).waitFor({ timeout: 60_000 })
  await page.getByRole('row', { name: /^2 failed/ }).click()
}

/** @param {Page} page */
const formOfPreview = (page) =>
  page
    .frameLocator('iframe[title="Demo shop with the form"]')
    .frameLocator('iframe.ep-iframe')
    .locator('input[name=pan]')

/** @type {Open} */
const preview = async (page, host) => {
  await openPage(page, host, 'Preview')
  const open = page.getByRole('button', { name: /^Open( again)?/ })
  await open.first().click()
  await formOfPreview(page).waitFor()
}

/** @type {Open} */
const present = async (page, host) => {
  await preview(page, host)
  await page.getByRole('button', { name: 'Present' }).click()
  await formOfPreview(page).waitFor()
}

/** @type {Open} */
const shopModal = async (page, { ready }) => {
  const shop = `${ready.merchant}/shop`
  await page.goto(shop)
  const basket = page.getByRole('button', { name: /basket/i })
  await basket.first().click()
  await page.goto(`${shop}/cart`)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.locator('iframe.ep-iframe').contentFrame().locator('input[name=pan]').waitFor()
  await page.waitForLoadState('networkidle')
}

/**
 * Opens the form as a page, with these parameters beside those of a purchase.
 * @param {Page} page @param {Host} host @param {Readonly<Record<string, string>>} [more]
 */
const openForm = async (page, { api, ready: { platform, project } }, more = {}) => {
  const parameters = {
    project_id: String(project.id),
    payment_id: 'order-7301',
    customer_id: 'buyer-1',
    payment_amount: '4650',
    payment_currency: 'EUR',
    payment_description: 'Two cups and a jug',
    customer_email: 'nora@mail.test',
    ...more,
  }
  const body = JSON.stringify(parameters)
  const { signature } = await api('signature.sign', { body, projectId: project.id })
  // `_theme` is not signed: the picture follows the browser's colour scheme.
  await page.goto(`${platform}/payment?${new URLSearchParams({ ...parameters, signature, _theme: 'auto' })}`)
}

/** @type {Open} */
const formClarification = async (page, host) => {
  await openForm(page, host)
  await pay(page, '4000000000017006')
  await page.locator('[name="avs_data.avs_post_code"]').waitFor()
}

/** @type {Open} a project that lists methods: the form begins with the choice */
const formMethods = async (page, host) => {
  const paths = ['online-banking/ideal', 'bank-transfer/multibanco', 'wallet/mbway', 'wallet/bybit']
  const methods = paths.map((path) => ({ path }))
  await host.api('projects.update', { projectId: host.ready.project.id, switches: { methods } })
  await openForm(page, host)
  await page.getByRole('heading', { name: 'How would you like to pay?' }).waitFor()
}

/** @type {Open} */
const formQr = async (page, host) => {
  const names = { customer_first_name: 'Nora', customer_last_name: 'Vale' }
  await openForm(page, host, { ...names, force_payment_method: 'bybit' })
  await page.locator('button[type=submit]').click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
}

/**
 * A payment by this method that waits for its customer.
 * @param {Host} host @param {string} method
 * @returns {Promise<string>} its key
 */
const paymentBy = async ({ api }, method) => {
  const { key } = await api('payments.create', {
    ...{ method, paymentId: 'order-7302', amount: 4650, currency: 'EUR', customerId: 'nora.vale' },
    description: 'Two cups and a jug',
    data: {
      'customer.first_name': 'Nora',
      'customer.last_name': 'Vale',
      'customer.email': 'nora@mail.test',
    },
  })
  await api('clock.advance', { ms: 0 })
  return key
}

/** @type {Open} */
const providerPage = async (page, host) => {
  const key = await paymentBy(host, 'online-banking/ideal')
  const { providerUrl } = await host.api('payments.get', { key })
  await page.goto(providerUrl)
  await page.getByText('simulated provider').waitFor()
}

/** @type {Open} a payment that waits for a transfer, with what its customer gets */
const methodPayment = async (page, host) => {
  await fillMorning(host)
  await paymentBy(host, 'bank-transfer/multibanco')
  await openPage(page, host, 'Payments')
  await page.getByRole('row', { name: /order-7302/ }).click()
  await page.getByRole('timer', { name: 'Customer pays within' }).click()
  await page.getByRole('table', { name: 'What the customer gets' }).waitFor()
}

/** @type {Tour} a payment awaits clarification, is answered, and its callback is edited and replayed */
const tour = async (page, host, take) => {
  /** @param {number} ms for how long the page is shown before @param {import('playwright-core').Locator} target */
  const press = async (ms, target) => {
    await target.waitFor()
    await take(ms, target)
    await target.click()
  }
  const dialog = page.getByRole('dialog')
  await fillMorning(host)
  await openPage(page, host, 'Payments')
  await page.getByRole('row', { name: /order-2472/ }).click()
  await press(2000, page.getByRole('button', { name: 'Request clarification…' }))
  await press(1500, dialog.getByRole('button', { name: '8 customer fields' }))
  await dialog.getByLabel('Body of the callback').waitFor()
  await press(2000, dialog.getByRole('button', { name: /^Request/ }))
  await page.getByRole('region', { name: 'What the payment is waiting for' }).waitFor()
  await press(2500, page.getByRole('button', { name: /^Answer/ }).first())
  await dialog.getByRole('button', { name: 'Fill in sample values' }).click()
  await press(2000, dialog.getByRole('button', { name: /^(Answer|Send)/ }))
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await press(2000, page.getByRole('button', { name: 'Approve' }))
  await page.getByText('result callback').waitFor()
  await press(1500, page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Callbacks' }))
  const callback = page.getByRole('row', { name: /Result.*order-2472/ })
  await callback.first().click()
  await press(1500, page.getByRole('tab', { name: 'Edit', exact: true }))
  const editor = page.getByRole('textbox', { name: 'Body' })
  await editor.getByText('31306').first().dblclick()
  await page.keyboard.type('1')
  await page.getByRole('region', { name: 'What changes' }).getByText('payment.sum.amount').waitFor()
  await press(2500, page.getByRole('form', { name: 'How to send' }).getByRole('button', { name: /^Send/ }))
  await page.getByText('Response to the replay').waitFor()
  await take(3000)
}

/** @type {readonly Picture[]} all screenshots of the README and the guides */
export const pictures = [
  { name: 'tour', width: 1200, height: 750, tour },
  { name: 'request-clarification', width: 1440, height: 900, open: requestClarification },
  { name: 'callbacks', width: 1440, height: 900, open: callbacks },
  { name: 'checks', width: 1440, height: 900, open: checks },
  { name: 'payment-report', width: 940, height: 1000, open: paymentReport },
  { name: 'scenarios', width: 1440, height: 900, open: scenarios },
  { name: 'exam', width: 1440, height: 900, open: exam },
  { name: 'preview-1440', width: 1440, height: 900, open: preview },
  { name: 'present-1280', width: 1280, height: 800, open: present },
  { name: 'shop-modal-1280', width: 1280, height: 900, open: shopModal },
  { name: 'form-clarification-480', width: 480, height: 720, open: formClarification },
  { name: 'form-methods-480', width: 480, height: 860, open: formMethods },
  { name: 'form-qr-480', width: 480, height: 860, open: formQr },
  { name: 'provider-page-860', width: 860, height: 620, open: providerPage },
  { name: 'method-payment', width: 1440, height: 900, open: methodPayment },
]
