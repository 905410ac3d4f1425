import type { FrameLocator, Locator, Page } from '@playwright/test'
import { expect } from '#e2e/fixtures/workbench'

export type Mode = 'modal' | 'iframe' | 'tab' | 'embedded'
export type Parameters = Readonly<Record<string, string | number>>

/** The parameters of a payment of 46.50 EUR. */
export const parametersOf = (projectId: number, change: Parameters = {}): Parameters => ({
  project_id: projectId,
  payment_id: 'preview-1',
  customer_id: 'buyer-5',
  payment_amount: 4650,
  payment_currency: 'EUR',
  customer_phone: '353871234567',
  ...change,
})

/** The Preview page of the workbench, with the shop and the form in it. */
export interface PreviewPage {
  /** Opens a form with these parameters; the project's id and a new payment id are added automatically. */
  open(parameters: Parameters, mode: Mode, method?: 'GET' | 'POST'): Promise<void>
  /** Empties the list of events. */
  clear(): Promise<void>
  readonly shop: FrameLocator
  readonly form: FrameLocator
  readonly events: Locator
  /** Names of the events of a kind, in order. */
  names(kind: EventKind): Promise<readonly string[]>
}

export type EventKind =
  'handler' | 'from frame' | 'to frame' | 'callback' | 'payment' | 'error' | 'policy' | 'console'

export function previewPage(page: Page): PreviewPage {
  const frame = page.locator('iframe[title="Demo shop with the form"]')
  const shop = frame.contentFrame()
  const leave = (document: HTMLElement): void => document.setAttribute('data-left', '')
  const events = page.getByRole('table', { name: 'Events of the form' })
  const choose = async (group: string, name: string): Promise<void> => {
    await page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check({ force: true })
  }
  return {
    shop,
    form: shop.frameLocator('iframe.ep-iframe'),
    events,
    async open(parameters, mode, method = 'POST') {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Preview' }).click()
      await choose('Mode', { modal: 'Modal', iframe: 'Iframe', tab: 'Tab', embedded: 'Embedded' }[mode])
      if (mode !== 'tab') await choose('Method', method)
      // Unscaled, because clicks miss their target in a scaled frame whose page has its own process, as in the desktop.
      await choose('Device', 'Unscaled')
      await choose('Parameters as', 'JSON')
      await page.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify(parameters))
      // The mark distinguishes a form that was left without paying from the next one, which looks the same.
      if (await frame.isVisible()) await shop.locator('html').evaluate(leave)
      await page
        .getByRole('button', { name: /^Open( again)?/ })
        .first()
        .click()
      if (mode !== 'tab') await shop.locator('html:not([data-left])').waitFor({ state: 'attached' })
    },
    async clear() {
      const button = page.getByRole('button', { name: 'Clear', exact: true })
      if (await button.isVisible()) await button.click()
    },
    names: (kind) =>
      events
        .locator('tbody tr')
        .evaluateAll(
          (rows, wanted) =>
            rows
              .filter((row) => row.querySelector('.state')?.textContent.trim() === wanted)
              .map((row) => row.querySelector('.pv-open')?.textContent.trim() ?? ''),
          kind,
        ),
  }
}

/** Waits until the events of a kind have exactly these names, in this order. */
export async function expectNames(
  preview: PreviewPage,
  kind: EventKind,
  names: readonly string[],
): Promise<void> {
  await expect.poll(() => preview.names(kind)).toEqual(names)
}
