import { CALLBACK_COUNTS } from '#domain/payment/callbacks'
import { meansInFull, meansOf, type PaymentSummary } from '#protocol/payments'
import { RowAnnotation } from '#window/list/cells.tsx'
import type { GridColumn } from '#window/list/columns'
import { useVirtualNow } from '#window/state/clock'
import { amountFigures } from '#lib/money/minor-units'
import { Amount, chargedWords, IdText, visibleId } from '#window/ui/IdText.tsx'
import { StateMark, statusLook, StatusMark } from '#window/ui/StatusMark.tsx'
import { formatAge, parseTime } from '#window/lib/time'
import { TimeLeft } from './TimeLeft'

/** `visa ··7006`, or the method with the end of its account number. */
function Method({ payment }: { readonly payment: PaymentSummary }) {
  const { name, tail } = meansOf(payment)
  return (
    <>
      <span className="mid">{name === 'mastercard' ? 'mc' : name}</span>
      {tail === null ? null : <span className="dim nowrap"> ··{tail}</span>}
    </>
  )
}

/** A status; what is awaited at a provider is too long for a narrow list, whose icon says that it is awaited. */
function Status({ payment: { status, resultCode } }: { readonly payment: PaymentSummary }) {
  const [, awaiting, what] = /^(awaiting )(redirect result|customer action)$/.exec(status) ?? []
  if (what === undefined)
    return <StatusMark status={status} {...(status === 'decline' ? { code: resultCode } : {})} />
  return (
    <StateMark look={statusLook(status)}>
      <span className="if-room">{awaiting}</span>
      {what}
    </StateMark>
  )
}

function Age({ createdAt }: { readonly createdAt: string }) {
  return <>{formatAge(Math.max(0, useVirtualNow() - parseTime(createdAt)))}</>
}

const MAX_DOTS = 4

const callbackWords = ({ callbacks }: PaymentSummary): string =>
  CALLBACK_COUNTS.filter((name) => callbacks[name] > 0)
    .map((name) => `${callbacks[name]} ${name}`)
    .join(', ')

/** Up to four callbacks, each as a dot in the shape of its state. Omits delivered ones first. */
function Callbacks({ payment }: { readonly payment: PaymentSummary }) {
  const { callbacks } = payment
  const kinds = CALLBACK_COUNTS.flatMap((name) =>
    Array.from({ length: Math.min(callbacks[name], MAX_DOTS) }, () => name),
  )
  if (kinds.length === 0) return null
  const more = Object.values(callbacks).reduce((sum, count) => sum + count, 0) - MAX_DOTS
  return (
    <span className="dots" role="img" aria-label={callbackWords(payment)}>
      {more > 0 ? <small className="dim">{more}+</small> : null}
      {kinds.slice(-MAX_DOTS).map((name, at) => (
        <i key={at} className={name} />
      ))}
    </span>
  )
}

/** As wide as the longest amount on the screen, so that none loses a digit. */
const AMOUNT =
  'calc(max(6, var(--longest)) * 7px + 8px + var(--col-amount-fraction) + var(--col-amount-currency))'

/** The number of characters before the fraction of a payment's amount, with what was charged if that differs. */
export const amountLength = ({ amount, chargedAmount, currency }: PaymentSummary): number =>
  (chargedWords(chargedAmount, currency) + (amountFigures(amount, currency).split('.')[0] ?? '')).length

/**
 * Ids of up to 16 characters fit. A narrow list drops the customer, then method, age, callbacks, and time left; the
 * first two appear only where an id of 24 characters fits beside them.
 */
export const PAYMENT_COLUMNS: readonly GridColumn<PaymentSummary>[] = [
  {
    name: 'status',
    sorts: { field: 'status', first: 'ascending' },
    least: 'clamp(var(--col-status), 100cqi - 652px, var(--col-status-rare))',
    head: 'Status',
    cell: (payment) => <Status payment={payment} />,
    title: ({ status, resultCode, resultMessage }) =>
      resultMessage === '' ? status : `${status}, ${resultCode} ${resultMessage}`,
  },
  {
    name: 'payment',
    sorts: { field: 'id', first: 'ascending' },
    least: 'var(--col-id)',
    share: 2,
    head: 'Payment',
    className: 'mono',
    cell: (payment) => (
      <span className="annotated">
        <IdText id={payment.paymentId} />
        <RowAnnotation annotation={payment.annotation} />
      </span>
    ),
    title: (payment) => visibleId(payment.paymentId),
  },
  {
    name: 'amount',
    sorts: { field: 'amount', first: 'descending' },
    least: AMOUNT,
    head: 'Amount',
    className: 'num amount-head',
    cell: ({ amount, chargedAmount, currency }) => (
      <Amount amount={amount} charged={chargedAmount} currency={currency} />
    ),
  },
  {
    name: 'customer',
    sorts: { field: 'customer', first: 'ascending' },
    least: '60px',
    share: 1,
    from: 960,
    head: 'Customer',
    className: 'mid',
    cell: (payment) => <IdText id={payment.customerId} />,
    title: (payment) => payment.customerId,
  },
  {
    name: 'method',
    least: '76px',
    share: 0.8,
    from: 800,
    head: 'Method',
    cell: (payment) => <Method payment={payment} />,
    title: meansInFull,
  },
  {
    name: 'left',
    least: 'var(--col-left)',
    from: 500,
    head: 'Time left',
    className: 'num',
    cell: ({ waitEndsAt }) => (waitEndsAt === undefined ? null : <TimeLeft expiresAt={waitEndsAt} />),
  },
  {
    name: 'callbacks',
    least: 'var(--col-counts)',
    from: 574,
    head: 'Callbacks',
    className: 'counts',
    cell: (payment) => <Callbacks payment={payment} />,
    title: (payment) => `${callbackWords(payment) || 'none'}; replays and checks are not counted`,
  },
  {
    name: 'age',
    sorts: { field: 'created', first: 'descending' },
    least: 'var(--col-age)',
    from: 634,
    head: 'Age',
    className: 'num mid',
    cell: (payment) => <Age createdAt={payment.createdAt} />,
  },
]
