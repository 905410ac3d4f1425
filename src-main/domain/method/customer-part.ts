import { openProviderPage, type Payment, type ProviderPage } from '#domain/payment/payment'
import type { ProjectSwitches } from '#domain/project/project'
import { wireTime } from '#lib/time/time'

/** The request that opens the provider's page; nobody can guess its token (contract 16.4, 16.5). */
function redirectData(
  platformUrl: string,
  { key }: Payment,
  { token }: ProviderPage,
  method: ProjectSwitches['redirectMethod'],
) {
  const url = `${platformUrl}/provider/${key}`
  return method === 'post'
    ? { method: 'POST', url, body: { token }, encrypted: [] }
    : { method: 'GET', url: `${url}?token=${token}`, body: [], encrypted: [] }
}

/** Address at which a browser opens the provider's page by GET (contract 16.5). */
export function providerPageUrl(platformUrl: string, payment: Payment, page: ProviderPage): string {
  return redirectData(platformUrl, payment, page, 'get').url
}

interface Shown {
  readonly payment: Payment
  readonly page: ProviderPage
  readonly url: string
}

const SECOND_MS = 1000

/** The last digits of the operation's id, after `start`: as long as real numbers, different for each payment. */
const digits =
  (length: number, start = '') =>
  ({ page }: Shown): string =>
    start + String(page.operationId).slice(-length).padStart(length, '0')

/** What the form calls an item in the customer's language. */
export type ItemWord = 'owner' | 'account' | 'bank' | 'reference' | 'entity' | 'link'

type ItemRow = readonly [titles: string, value: (shown: Shown) => string | number, word?: ItemWord]

const operationId = ({ page }: Shown): string => String(page.operationId)

/** `add_info` items by their titles; any other title gets the operation's id. */
const ITEM_ROWS: readonly ItemRow[] = [
  ['amount payment_amount_show request_amount', ({ payment }) => payment.requested.amount],
  ['currency request_currency', ({ payment }) => payment.requested.currency],
  ['lifetime QR_Code_Timeout', ({ page }) => Math.round((page.expiresAt - page.askedAt) / SECOND_MS)],
  ['expired_timestamp', ({ page }) => Math.round(page.expiresAt / SECOND_MS)],
  ['expired_date', ({ page }) => wireTime(page.expiresAt)],
  ['receiver_name account_holder accountName beneficiary merchant_name', () => 'Test provider', 'owner'],
  ['bank_name bankName bank', () => 'Larkfield Savings', 'bank'],
  ['destination_bank', () => 'Larkfield Savings'],
  ['bank_address', () => '14 Long Walk, Galway'],
  ['name_method', ({ payment }) => payment.method],
  ['receiver_account account_number accountNo virtual_account_number', digits(8, '5501'), 'account'],
  // As long as a card number, which would begin with 2 to 6.
  ['clabe', digits(14, '0141')],
  ['bank_code bankCode', () => '4021'],
  ['ifsc_code', () => 'LARK0004021'],
  ['alias', () => 'larkfield.savings.pay'],
  ['entity', () => '20417', 'entity'],
  ['reference', digits(9), 'reference'],
  ['invoice_number transaction_id', operationId, 'reference'],
  ['site_url deeplink checkoutLink', ({ url }) => url, 'link'],
]

const ITEMS = new Map(
  ITEM_ROWS.flatMap(([titles, value, word]) =>
    titles.split(' ').map((title) => [title, { value, word }] as const),
  ),
)

/** The word for an item with this title; undefined if only its title says what it is. */
export const itemWord = (title: string): ItemWord | undefined => ITEMS.get(title)?.word

/** What the customer needs to pay at the provider (contract 16.4); empty unless the provider's page is open. */
export function customerPart(
  payment: Payment,
  platformUrl: string | undefined,
  { redirectMethod }: Pick<ProjectSwitches, 'redirectMethod'>,
): Readonly<Record<string, unknown>> {
  const page = openProviderPage(payment)
  if (page === null || platformUrl === undefined) return {}
  if (page.way === 'redirect') {
    return { redirect_data: redirectData(platformUrl, payment, page, redirectMethod) }
  }
  return { display_data: displayItems(payment, page, platformUrl) }
}

/** The items of `display_data`, each with its value (contract 16.4). A code or a link has the address of the page. */
export function displayItems(payment: Payment, page: ProviderPage, platformUrl: string) {
  const shown = { payment, page, url: providerPageUrl(platformUrl, payment, page) }
  return page.display.map(({ type, title }) => {
    const { value: valueOf = operationId } = ITEMS.get(title.replaceAll(' ', '_')) ?? {}
    const value = type === 'add_info' ? valueOf(shown) : shown.url
    return { type, title, data: String(value) }
  })
}

/** Masks an account number, phone number or e-mail address: shows at most 4 characters at each end (contract 16.2). */
export function maskMiddle(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 4))
  return number.slice(0, shown) + '*'.repeat(number.length - 2 * shown) + number.slice(number.length - shown)
}

/** The account in messages, which for a method has no expiry and no token (contract 16.2). */
export function methodAccountPart({ account, supplied }: Payment): Readonly<Record<string, unknown>> {
  const later = supplied['account.number']
  const number = account?.number ?? (later === undefined ? '' : maskMiddle(String(later)))
  const type = account?.type ?? ''
  return { number, ...(type === '' ? {} : { type }) }
}
