import { meansInFull, type PaymentDetail } from '#protocol/payments'
import { SUCCESS_CODE } from '#domain/result-code/result-codes'
import { useVirtualNow } from '#window/state/clock'
import { useCommandKeys } from '#window/commands/CommandControls.tsx'
import { DetailHeader } from '#window/commands/DetailHeader.tsx'
import {
  ALL_PAYMENT_COMMANDS,
  openFollowUp,
  PAYMENT_MENU,
  PAYMENT_TOOLBAR,
} from '#window/features/payments/payment-commands'
import { useShown } from '#window/list/shown-rows'
import { amountFigures, amountText } from '#lib/money/minor-units'
import { IdText, visibleId } from '#window/ui/IdText.tsx'
import { Badge, statusLook } from '#window/ui/StatusMark.tsx'
import { formatNear, parseTime } from '#window/lib/time'
import { MINUTE_MS } from '#lib/time/time'

const ORIGIN_WORDS: Readonly<Record<PaymentDetail['origin'], string>> = {
  api: 'over the API',
  form: 'from the form',
  workbench: 'in the workbench',
}

export function PaymentHeader({ payment }: { readonly payment: PaymentDetail }) {
  const { key, paymentId, status, resultCode, amount, chargedAmount, currency } = payment
  const { paymentKey } = useShown()
  // No keyboard shortcut acts on the previous payment, which is shown until the next one is read.
  useCommandKeys(ALL_PAYMENT_COMMANDS, paymentKey === key ? payment : undefined)
  return (
    <DetailHeader
      title={
        <h2 className="pane-title mono clip" title={visibleId(paymentId)}>
          <IdText id={paymentId} />
        </h2>
      }
      badge={
        <Badge look={statusLook(status)}>
          {status}{' '}
          {resultCode === '' || resultCode === SUCCESS_CODE ? null : (
            <span>
              code <code>{resultCode}</code>
            </span>
          )}
        </Badge>
      }
      figure={
        <>
          {amountFigures(chargedAmount ?? amount, currency)}{' '}
          <small>{chargedAmount === undefined ? currency : `of ${amountText(amount, currency)}`}</small>
        </>
      }
      facts={<PaymentFacts payment={payment} />}
      subject={payment}
      actions={PAYMENT_TOOLBAR}
      menu={PAYMENT_MENU}
    />
  )
}

function seriesTitle({ isScheduled, validThru }: NonNullable<PaymentDetail['series']>): string {
  const ends = `The series ends ${validThru}`
  return isScheduled
    ? `Type R: the platform charges the payments of this series when they are due, so you cannot charge the series manually. ${ends}`
    : ends
}

/** What operations that return money are called, as in the status of the payment. */
const RETURNS = { refund: 'refunded', reversal: 'reversed' } as const

/** In the order of importance: those that do not fit are left out. */
function PaymentFacts({ payment }: { readonly payment: PaymentDetail }) {
  const now = useVirtualNow(MINUTE_MS)
  const { currency, operations, series, resultMessage, status } = payment
  const followUp = openFollowUp(payment)
  return (
    <>
      {followUp === null ? null : (
        <span>
          {followUp.type} {amountText(followUp.amount, followUp.currency)}
        </span>
      )}
      {Object.entries(RETURNS).map(([type, word]) => {
        const amount = operations
          .filter((operation) => operation.type === type && operation.status === 'success')
          .reduce((sum, operation) => sum + operation.amount, 0)
        return amount === 0 ? null : (
          <span key={word}>
            {word} {amountText(amount, currency)}
          </span>
        )
      })}
      {status !== 'decline' && status !== 'error' ? null : <span title={resultMessage}>{resultMessage}</span>}
      <span>{meansInFull(payment)}</span>
      <span title={payment.customerId}>{payment.customerId}</span>
      {series === undefined ? null : (
        <span title={seriesTitle(series)}>
          {series.isDebit ? 'debit of series' : 'registers series'} <span className="mono">{series.id}</span>
          {series.isScheduled ? ', charged on its schedule' : null}
        </span>
      )}
      <span title={payment.createdAt}>
        {ORIGIN_WORDS[payment.origin]} {formatNear(parseTime(payment.createdAt), now)}
      </span>
    </>
  )
}
