import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#e2e/pages/test'
import type { Workbench } from '#e2e/fixtures/workbench'
import type { Merchant } from '#e2e/fixtures/merchant/merchant'
import { formIn, type HostedForm } from '#e2e/pages/form-page'
import { expectNames, parametersOf, previewPage, type Mode, type Parameters } from '#e2e/pages/preview-page'

/** Every path through the form in every mode; each mode uses one bench, and each path its own payment. */

const CARDS = {
  success: '4000000000000077',
  decline: '4111111111111111',
  challenge: '4314220000000056',
  avs: '4000000000017006',
  eightNames: '4000000000017014',
} as const
const AVS = { 'avs_data.avs_post_code': 'H91 AB12', 'avs_data.avs_street_address': '14 Long Walk' } as const
const EIGHT = {
  'customer.email': 'nora@mail.test',
  'customer.first_name': 'Nora',
  'customer.last_name': 'Vale',
  'customer.billing.address': '14 Long Walk',
  'customer.billing.city': 'Galway',
  'customer.billing.country': 'IE',
  'customer.billing.postal': 'H91 AB12',
  'customer.day_of_birth': '21-02-1990',
} as const
const OPENED = ['onRun', 'onLoaded', 'onPaymentMethodSelect'] as const

/** What a scenario uses. */
interface Stage {
  readonly mode: Mode
  readonly workbench: Workbench
  readonly merchant: Merchant
  /** Opens a form, with a new payment id unless the parameters have one. */
  open(parameters?: Parameters): Promise<HostedForm>
  readonly paymentId: string
  /** Handlers called when the card is submitted, in order. */
  readonly sent: readonly string[]
  /** Expects exactly these handlers to have been called; in a tab there are none. */
  handlers(expected: readonly string[]): Promise<void>
  callbacks(expected: readonly string[]): Promise<void>
  status(expected: string): Promise<void>
  readonly closeButton: Locator
  leave(): Promise<void>
}

const scenarios: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async success(stage) {
    const form = await stage.open()
    await form.pay(CARDS.success)
    await expect(form.result).toBeVisible()
    await stage.handlers([...OPENED, ...stage.sent, 'onPaymentSuccess'])
    await stage.callbacks(['result'])
    await stage.status('success')
    if (stage.mode !== 'modal') return
    await stage.closeButton.click()
    await stage.handlers([...OPENED, ...stage.sent, 'onPaymentSuccess', 'onExit'])
  },
  async decline(stage) {
    const form = await stage.open()
    await form.pay(CARDS.decline)
    await expect(form.result).toBeVisible()
    await stage.handlers([...OPENED, ...stage.sent, 'onPaymentFail'])
    await stage.callbacks(['result'])
    await stage.status('decline')
  },
  async '3-D Secure'(stage) {
    const form = await stage.open()
    await form.pay(CARDS.challenge)
    if (stage.mode === 'embedded') {
      // The page around the form itself goes to the issuer page, and is then replaced by the form.
      const { shop } = previewPage(stage.workbench.page)
      await shop.locator('input[name=code]').fill('123456')
      await shop.locator('input[name=code]').press('Enter')
      await expect(formIn(shop).result).toBeVisible()
      await stage.handlers([...OPENED, ...stage.sent, 'onEmbeddedModeRedirect3dsParentPage'])
    } else {
      const bank = stage.mode === 'tab' ? form.place : form.place.frameLocator('iframe')
      await bank.locator('input[name=code]').fill('123456')
      await bank.locator('input[name=code]').press('Enter')
      await expect(form.result).toBeVisible()
      await stage.handlers([
        ...OPENED,
        ...stage.sent,
        'onRedirectIframe',
        'onRedirectIframeComplete',
        'onPaymentSuccess',
      ])
    }
    await stage.callbacks(['intermediate', 'result'])
    await stage.status('success')
  },
  async 'clarification, complete'(stage) {
    const form = await stage.open()
    await form.pay(CARDS.avs)
    await form.fill(AVS)
    await form.submit()
    await expect(form.result).toBeVisible()
    await stage.handlers([
      ...OPENED,
      ...stage.sent,
      'onShowClarificationPage',
      'onSubmitClarificationForm',
      'onPaymentSuccess',
    ])
    await stage.callbacks(['clarification', 'result'])
    await stage.status('success')
  },
  async 'clarification, wrong values first'(stage) {
    const form = await stage.open()
    await form.pay(CARDS.eightNames)
    await form.fill({ ...EIGHT, 'customer.day_of_birth': '31-02-1990' })
    await form.submit()
    await expect(form.problem).toHaveAttribute('name', 'customer.day_of_birth')
    await form.fill({ 'customer.day_of_birth': EIGHT['customer.day_of_birth'] })
    await form.submit()
    await expect(form.result).toBeVisible()
    await stage.status('success')
  },
  async 'clarification, half of it through the API'(stage) {
    const form = await stage.open()
    await form.pay(CARDS.avs)
    await expect(form.field('avs_data.avs_post_code')).toBeVisible()
    await stage.merchant.clarify(stage.paymentId, { avs_data: { avs_post_code: 'H91 AB12' } })
    await expect(form.field('avs_data.avs_post_code')).toHaveCount(0)
    await form.fill({ 'avs_data.avs_street_address': '14 Long Walk' })
    await form.submit()
    await expect(form.result).toBeVisible()
    await stage.callbacks(['clarification', 'remaining', 'result'])
    await stage.status('success')
  },
  async 'clarification, expired by the clock'(stage) {
    const form = await stage.open()
    await form.pay(CARDS.avs)
    await expect(form.field('avs_data.avs_post_code')).toBeVisible()
    await stage.workbench.api('clock.advance', { ms: 30 * 60_000 })
    await expect(form.result).toBeVisible()
    await stage.handlers([...OPENED, ...stage.sent, 'onShowClarificationPage', 'onPaymentFail'])
    await stage.callbacks(['clarification', 'result'])
    await stage.status('decline')
  },
  async 'closed early'(stage) {
    const form = await stage.open()
    await expect(form.field('pan')).toBeVisible()
    await stage.leave()
    if (stage.mode === 'modal') await stage.handlers([...OPENED, 'onExit', 'onDestroy'])
    const status = await stage.merchant.status(stage.paymentId)
    expect(status.body).toMatchObject({ code: '3061' })
  },
  async 'another attempt after a decline'(stage) {
    const { api, info } = stage.workbench
    const projectId = info.project.id
    await api('projects.update', { projectId, switches: { retries: true } })
    const form = await stage.open()
    await form.pay(CARDS.decline)
    await form.action('retry').locator('button[type=submit]').click()
    await form.pay(CARDS.success)
    await expect(form.result).toBeVisible()
    await stage.handlers([...OPENED, ...stage.sent, 'onPaymentTryAgain', ...stage.sent, 'onPaymentSuccess'])
    await stage.callbacks(['intermediate', 'result'])
    await stage.status('success')

    const second = await stage.open()
    await second.pay(CARDS.decline)
    await second.action('give-up').click()
    await stage.status('decline')
    await stage.handlers([...OPENED, ...stage.sent, 'onPaymentCanceled', 'onPaymentFail'])
    await api('projects.update', { projectId, switches: { retries: false } })
  },
  async 'a token'(stage) {
    const { project } = stage.workbench.info
    const form = await stage.open({ mode: 'card_tokenize', project_id: project.id, customer_id: 'buyer-7' })
    await form.pay(CARDS.success)
    await expect(form.result).toBeVisible()
    await stage.handlers([...OPENED, ...stage.sent, 'onTokenizeSuccess'])
    const tokenCallbacks = async (): Promise<number> =>
      (await stage.workbench.api('callbacks.list', {})).items.filter(({ kind }) => kind === 'token').length
    await expect.poll(tokenCallbacks).toBe(1)
  },
  async 'a verification'(stage) {
    const form = await stage.open({ mode: 'card_verify', payment_amount: 0 })
    await form.pay(CARDS.success)
    await expect(form.result).toBeVisible()
    await stage.handlers([...OPENED, ...stage.sent, 'onCardVerifySuccess'])
    await stage.callbacks(['result'])
    await stage.status('success')
  },
}

const SENT = ['onPaymentSent', 'onPaymentSubmitResult'] as const
const SENT_EMBEDDED = [
  'onCheckSubmit',
  'onShowLoader',
  'onPaymentSent',
  'onPaymentSubmitResult',
  'onHideLoader',
] as const

for (const mode of ['modal', 'iframe', 'embedded', 'tab'] as const) {
  // Every run tests one mode; --all adds the others and Firefox.
  const tag = mode === 'embedded' ? [] : ['@long']
  test(`every path through the form works in ${mode} mode`, { tag }, async ({ workbench, merchant }) => {
    test.setTimeout(180_000)
    const { page, api, info } = workbench
    const preview = previewPage(page)
    let paymentId = ''
    let count = 0
    let tab: Page | null = null

    const keyOf = async (): Promise<string> => {
      const { items } = await api('payments.list', { query: `id:${paymentId}` })
      return items[0]?.key ?? ''
    }
    const stage: Stage = {
      mode,
      workbench,
      merchant,
      get paymentId() {
        return paymentId
      },
      sent: mode === 'embedded' ? SENT_EMBEDDED : SENT,
      closeButton: preview.shop.locator('#ep-modal-close'),
      async open(parameters = {}) {
        count += 1
        paymentId = `${mode}-${String(count)}`
        const token = parameters['mode'] === 'card_tokenize'
        const whole = token
          ? parameters
          : parametersOf(info.project.id, { payment_id: paymentId, ...parameters })
        await preview.clear()
        await tab?.close()
        const arriving = mode === 'tab' ? page.context().waitForEvent('page') : null
        await preview.open(whole, mode, count % 2 === 0 ? 'GET' : 'POST')
        tab = arriving === null ? null : await arriving
        if (tab !== null) return formIn(tab)
        return formIn(
          preview.form,
          mode === 'embedded' ? () => preview.shop.locator('#pay').click() : undefined,
        )
      },
      async handlers(expected) {
        if (mode === 'tab') return
        const called = async (): Promise<readonly string[]> =>
          (await preview.names('handler')).filter((name) => name !== 'onResize')
        await expect.poll(called).toEqual(expected)
      },
      async callbacks(expected) {
        const key = await keyOf()
        const kinds = async (): Promise<readonly string[]> =>
          (await api('callbacks.list', { paymentKey: key })).items.map(({ kind }) => kind).toReversed()
        await expect.poll(kinds).toEqual(expected)
      },
      async status(expected) {
        const key = await keyOf()
        await expect.poll(async () => (await api('payments.get', { key })).status).toBe(expected)
        const { timeline, origin } = await api('payments.get', { key })
        expect(origin).toBe('form')
        expect(timeline.filter(({ status }) => status !== undefined).at(-1)?.status).toBe(expected)
      },
      async leave() {
        if (mode === 'modal') await stage.closeButton.click()
        else if (tab !== null) await tab.close()
      },
    }
    for (const [name, run] of Object.entries(scenarios)) await test.step(name, () => run(stage))
    await expectNames(preview, 'policy', [])
    await expectNames(preview, 'error', [])
  })
}
