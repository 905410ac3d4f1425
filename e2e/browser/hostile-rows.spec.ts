import { aRule } from '#e2e/flows/testing/answer-rules'
import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/pages/test'
import { DIALOGS, inDialog, PAGES } from '#e2e/pages/every-view'
import { workbenchPage } from '#e2e/pages/workbench-page'

/** Markup, addresses and characters that a page must show as text, in one name. */
const HOSTILE =
  '"><img src=x onerror=window.__pwned=1 data-pwned><script>window.__pwned=1</script>' +
  'javascript:alert(1) \u202Egnp.exe \u0007 \uFEFF ${alert(1)} {{7*7}}'
const LONG = 'W'.repeat(4000)

/** What a page did that it must not do. */
interface Watched {
  readonly found: string[]
}

/** Reports the page's policy violations and unhandled rejections. Must be called again after a reload. */
const listen = (page: Page): Promise<unknown> =>
  page.evaluate(`
    document.addEventListener('securitypolicyviolation', (event) =>
      reportFinding('policy: ' + event.effectiveDirective + ' ' + event.blockedURI))
    addEventListener('unhandledrejection', (event) => reportFinding('rejection: ' + event.reason))
  `)

async function watch(page: Page): Promise<Watched> {
  const found: string[] = []
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('reportFinding', (text: string) => found.push(text))
  await listen(page)
  return { found }
}

async function look(page: Page, name: string): Promise<void> {
  const length = (): Promise<number> =>
    page.evaluate(`document.querySelector('main').innerText.trim().length`)
  await expect.poll(length, `${name} is not empty`).toBeGreaterThan(20)
  const state = await page.evaluate<{ pwned: boolean; injected: number }>(`({
    pwned: '__pwned' in window,
    injected: document.querySelectorAll('[data-pwned], main img, main script, main base, main iframe:not([sandbox])').length,
  })`)
  expect(state, name).toEqual({ pwned: false, injected: 0 })
  await expect(page.getByText('This part of the window failed.'), name).toHaveCount(0)
}

test('every view shows hostile rows as text @long', async ({ workbench, receiver }) => {
  test.setTimeout(240_000)
  const { page, api, info } = workbench
  const watched = await watch(page)
  const send = (url: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    page.request.fetch(url, { method: 'POST', data: body, headers, failOnStatusCode: false })

  await test.step('hostile rows are stored through every input', async () => {
    const json = { 'content-type': 'application/json' }
    const general = { project_id: info.project.id, payment_id: HOSTILE, signature: HOSTILE }
    await send(`${info.platform}/v2/payment/card/sale`, JSON.stringify({ general, [HOSTILE]: HOSTILE }), json)
    await send(`${info.platform}/v2/${encodeURIComponent(HOSTILE)}`, HOSTILE, { 'content-type': 'text/html' })
    await send(`${info.platform}/v2/payment/status`, `{"${LONG}":{"a":1,"a":1},"__proto__":{"x":1}}`, json)
    await send(`${info.platform}/payment`, new URLSearchParams({ [HOSTILE]: HOSTILE }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    await send(`${info.platform}/payment`, 'a%&b%&'.repeat(20_000), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    await send(
      `${info.merchant}/callbacks/${encodeURIComponent(HOSTILE)}`,
      `<script>window.__pwned=1</script>`,
      {
        'content-type': 'text/html',
        'x-hostile': '"><img src=x onerror=window.__pwned=1 data-pwned>',
      },
    )
    await send(`${info.merchant}/callbacks`, '\u0000'.repeat(5000), json)
    receiver.answerWith(500)
    const { key } = await api('payments.create', {
      amount: 5000,
      currency: 'EUR',
      paymentId: 'javascript:alert(1)<b data-pwned>',
      customerId: '<img src=x onerror=window.__pwned=1 data-pwned>',
    })
    await api('payments.complete', { key, outcome: 'success' })
    await api('projects.create', { name: HOSTILE.slice(0, 60) })
    await api('answers.save', {
      rules: [
        aRule(
          [{ kind: 'reply', status: 200, headers: [['X-A', '<b data-pwned>']], body: HOSTILE, delayMs: 0 }],
          { name: HOSTILE.slice(0, 60), match: { path: '/callbacks/*' } },
        ),
      ],
    })
    await send(`${info.merchant}/callbacks/again`, HOSTILE, json)
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await listen(page)
    expect(watched.found).toEqual([])
  })

  for (const view of PAGES) {
    await view.open(page)
    await look(page, view.name)
  }
  for (const view of DIALOGS) await inDialog(page, view, () => look(page, view.name))

  await test.step('every message, every tab', async () => {
    const { open, openCallbacks } = workbenchPage(page)
    const lists: readonly (readonly [string, () => Promise<void>])[] = [
      ['Traffic', () => open('Traffic')],
      ['Payments', () => open('Payments')],
      ['Sent', () => openCallbacks('Sent')],
      ['Captured', () => openCallbacks('Captured')],
    ]
    for (const [name, show] of lists) {
      await show()
      const rows = page.getByRole('grid').getByRole('row')
      await expect(rows.nth(1)).toBeVisible()
      for (let n = 1; n < (await rows.count()); n += 1) {
        await rows.nth(n).click()
        const tabs = page.getByRole('tablist').last().getByRole('tab')
        await expect(tabs.first()).toBeVisible()
        // Counted each time: the previous message may have had more tabs.
        for (let at = 0; at < (await tabs.count()); at += 1) {
          const tab = tabs.nth(at)
          await tab.click()
          await look(page, `${name}, row ${n}, ${(await tab.textContent()) ?? ''}`)
        }
      }
    }
  })
  expect(watched.found).toEqual([])
})
