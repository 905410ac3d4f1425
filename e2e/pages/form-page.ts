import type { FrameLocator, Page } from '@playwright/test'
import type { FormHost } from '#e2e/fixtures/merchant/form-host'

/** Where a form is: in a frame, or in its own page. */
export type FormPlace = FrameLocator | Page

const NORA = { expiry: '07/33', code: '739', holder: 'Nora Vale' } as const

/** The hosted form as a customer uses it, by the names of its fields. */
export function formIn(place: FormPlace, submitFromOutside?: () => Promise<void>) {
  const submit = async (): Promise<void> => {
    if (submitFromOutside === undefined) await place.locator('button[type=submit]').click()
    else await submitFromOutside()
  }
  return {
    place,
    submit,
    async pay(card: string): Promise<void> {
      await place.locator('input[name=pan]').fill(card)
      await place.locator('input[name=expiry]').fill(NORA.expiry)
      await place.locator('input[name=cvv]').fill(NORA.code)
      await place.locator('input[name=card_holder]').fill(NORA.holder)
      await submit()
    },
    async fill(values: Readonly<Record<string, string>>): Promise<void> {
      for (const [name, value] of Object.entries(values)) {
        const field = place.locator(`[name="${name}"]`)
        if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
        else await field.fill(value)
      }
    },
    field: (name: string) => place.locator(`[name="${name}"]`),
    result: place.locator('.pf-result'),
    problem: place.locator('[aria-invalid=true]').first(),
    action: (name: 'give-up' | 'retry') => place.locator(`[data-action="${name}"]`),
  }
}

export type HostedForm = ReturnType<typeof formIn>

/** The address that opens the form for a payment; `change` is signed. */
export function openingOf(
  host: FormHost,
  change: Readonly<Record<string, string>>,
  path = '/payment',
): string {
  const parameters = host.signed({ customer_id: 'buyer-1', ...change })
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))
  return `${host.platform}${path}?${query.toString()}`
}
