import { ownMember } from '#lib/own-member'
import type { PaymentSummary } from '#protocol/payments'
import { RowAnnotation } from '#window/list/cells.tsx'
import type { GridColumn } from '#window/list/VirtualGrid.tsx'
import { useVirtualNow } from '#window/state/clock'
import { Amount, IdText, visibleId } from '#window/ui/IdText.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { StatusMark } from '#window/ui/StatusMark.tsx'
import { formatAge, formatCountdown, parseTime } from '#window/lib/time'

const SOON_MS = 60_000

const SHORT_TYPES: Readonly<Record<string, string>> = { mastercard: 'mc' }

/** `visa ··7006`, or the method if no account is known. */
function Method({ payment }: { readonly payment: PaymentSummary }) {
  const { account, method } = payment
  if (account === undefined) return <span className="mid">{method}</span>
  return (
    <>
      <span className="mid">{ownMember(SHORT_TYPES, account.type) ?? account.type}</span>{' '}
      <span className="dim">··{account.number.slice(-4)}</span>
    </>
  )
}

function TimeLeft({ expiresAt }: { readonly expiresAt: string }) {
  const left = parseTime(expiresAt) - useVirtualNow()
  if (left >= SOON_MS) return <>{formatCountdown(left)}</>
  return (
    <span className="state soon">
      <Icon name="state-expired" small />
      {formatCountdown(left)}
      <span className="sr"> left, expires soon</span>
    </span>
  )
}

function Age({ createdAt }: { readonly createdAt: string }) {
  return <>{formatAge(Math.max(0, useVirtualNow() - parseTime(createdAt)))}</>
}

const COUNTS = [
  { name: 'delivered', icon: 'state-delivered', className: 'mid cb' },
  { name: 'failed', icon: 'state-failed', className: 'mid cb bad' },
  { name: 'pending', icon: 'state-scheduled', className: 'mid cb' },
] as const

function Callbacks({ payment: { callbacks } }: { readonly payment: PaymentSummary }) {
  const counts = COUNTS.filter(({ name }) => callbacks[name] > 0)
  if (counts.length === 0) return <span className="dim">none</span>
  return counts.map(({ name, icon, className }) => (
    <span key={name} className={className} role="img" aria-label={`${callbacks[name]} ${name}`}>
      {callbacks[name]}
      <Icon name={icon} small />
    </span>
  ))
}

/** A narrow list drops customer and method, then age, callbacks, and time left. */
export const PAYMENT_COLUMNS: readonly GridColumn<PaymentSummary>[] = [
  {
    name: 'status',
    sorts: { field: 'status', first: 'ascending' },
    least: 'clamp(var(--col-status), 100cqi - 510px, var(--col-status-rare))',
    head: 'Status',
    cell: ({ status, resultCode }) => (
      <StatusMark status={status} {...(status === 'decline' ? { code: resultCode } : {})} />
    ),
    title: ({ status, resultCode, resultMessage }) =>
      resultMessage === '' ? status : `${status}, ${resultCode} ${resultMessage}`,
  },
  {
    name: 'payment',
    sorts: { field: 'id', first: 'ascending' },
    least: '64px',
    share: 1.6,
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
    least: 'var(--col-amount)',
    head: 'Amount',
    className: 'num amount-head',
    cell: (payment) => <Amount amount={payment.amount} currency={payment.currency} />,
  },
  {
    name: 'customer',
    sorts: { field: 'customer', first: 'ascending' },
    least: '64px',
    share: 1,
    from: 860,
    head: 'Customer',
    className: 'mid',
    cell: (payment) => payment.customerId,
    title: (payment) => payment.customerId,
  },
  {
    name: 'method',
    least: '78px',
    share: 0.8,
    from: 860,
    head: 'Method',
    cell: (payment) => <Method payment={payment} />,
    title: ({ account, method }) => (account === undefined ? method : `${account.type} ${account.number}`),
  },
  {
    name: 'left',
    least: 'var(--col-left)',
    from: 500,
    head: 'Time left',
    className: 'num',
    cell: ({ clarification }) =>
      clarification === undefined ? null : <TimeLeft expiresAt={clarification.expiresAt} />,
  },
  {
    name: 'callbacks',
    least: 'var(--col-counts)',
    from: 600,
    head: 'Callbacks',
    className: 'counts',
    cell: (payment) => <Callbacks payment={payment} />,
    title: ({ callbacks: { delivered, failed, pending } }) =>
      `${delivered} delivered, ${failed} failed, ${pending} pending; refused messages that are sent only once are not counted`,
  },
  {
    name: 'age',
    sorts: { field: 'created', first: 'descending' },
    least: 'var(--col-age)',
    from: 660,
    head: 'Age',
    className: 'num mid',
    cell: (payment) => <Age createdAt={payment.createdAt} />,
  },
]
