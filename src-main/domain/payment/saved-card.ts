import { CARD_BRANDS, type CardBrand } from '#domain/card/brand'
import type { PaymentEvent } from './events'
import type { Account, Payment } from './payment'

/** The card to save when the first operation succeeds, if a customer with an id wants that; null in all other cases. */
export function cardToSave(event: PaymentEvent, after: Payment): Account | null {
  if (event.type !== 'operationFinished' || event.status !== 'success') return null
  const isFirst = after.operations.some(
    ({ id, type }) =>
      id === event.operationId && (type === 'sale' || type === 'auth' || type === 'account verification'),
  )
  const { account } = after
  return isFirst && account?.toBeSaved === true && after.customer.id !== '' ? account : null
}

/** Null if the account is not a card of a known brand. */
export function brandOfAccount({ type }: Pick<Account, 'type'>): CardBrand | null {
  return CARD_BRANDS.find(({ brand }) => brand === type)?.brand ?? null
}
