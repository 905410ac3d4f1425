import { openProviderPage, type Payment, type ProviderPage } from '#domain/payment/payment'
import { wireTime } from '#lib/time/time'

/** Address of the provider's page, whose last part nobody can guess (contract 16.5). */
export function providerPageUrl(platformUrl: string, { key }: Payment, { token }: ProviderPage): string {
  return `${platformUrl}/provider/${key}/${token}`
}

interface Shown {
  readonly payment: Payment
  readonly page: ProviderPage
  readonly url: string
}

const SECOND_MS = 1000

/** Values of `display_data` by title; any other title gets the number of the operation. */
const VALUES: Readonly<Record<string, (shown: Shown) => string | number>> = {
  amount: ({ payment }) => payment.requested.amount,
  payment_amount_show: ({ payment }) => payment.requested.amount,
  request_amount: ({ payment }) => payment.requested.amount,
  currency: ({ payment }) => payment.requested.currency,
  request_currency: ({ payment }) => payment.requested.currency,
  lifetime: ({ page }) => Math.round((page.expiresAt - page.askedAt) / SECOND_MS),
  expired_timestamp: ({ page }) => Math.round(page.expiresAt / SECOND_MS),
  expired_date: ({ page }) => wireTime(page.expiresAt),
  receiver_name: () => 'Test provider',
  account_holder: () => 'Test provider',
  accountName: () => 'Test provider',
  beneficiary: () => 'Test provider',
  merchant_name: () => 'Test provider',
  bank_name: () => 'Larkfield Savings',
  bankName: () => 'Larkfield Savings',
  bank: () => 'Larkfield Savings',
  destination_bank: () => 'Larkfield Savings',
  bank_address: () => '14 Long Walk, Galway',
  name_method: ({ payment }) => payment.method,
  site_url: ({ url }) => url,
  deeplink: ({ url }) => url,
}

/** What the customer needs in order to pay at the provider (contract 16.4); no members if there is nothing to pay. */
export function customerPart(
  payment: Payment,
  platformUrl: string | undefined,
): Readonly<Record<string, unknown>> {
  const page = openProviderPage(payment)
  if (page === null || platformUrl === undefined) return {}
  const url = providerPageUrl(platformUrl, payment, page)
  if (page.way === 'redirect') return { redirect_data: { method: 'GET', url, body: [], encrypted: [] } }
  const shown = { payment, page, url }
  return {
    display_data: page.display.map(({ type, title }) => {
      const value = type === 'add_info' ? VALUES[title]?.(shown) : url
      return { type, title, data: String(value ?? page.operationId) }
    }),
  }
}

/** Hides the middle half of an account number, which may also be a phone number or an e-mail address (contract 16.2). */
export function maskMiddle(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 4))
  return number.slice(0, shown) + '*'.repeat(number.length - 2 * shown) + number.slice(number.length - shown)
}

/** The account of a method has no expiry and no token (contract 16.2). */
export function methodAccountPart({ account, supplied }: Payment): Readonly<Record<string, unknown>> {
  const later = supplied['account.number']
  const number = account?.number ?? (later === undefined ? '' : maskMiddle(String(later)))
  const type = account?.type ?? ''
  return { number, ...(type === '' ? {} : { type }) }
}
