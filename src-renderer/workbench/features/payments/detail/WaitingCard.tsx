import type { ReactNode } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import { flattenFields } from '#domain/clarification/fields'
import { WAY_WORDS } from '#domain/method/method'
import { counted } from '#lib/words'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { draftOf, keepDraft } from '#window/state/preferences'
import { StateMark, type StateLook, statusLook } from '#window/ui/StatusMark.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { Table } from '#window/ui/Table.tsx'
import { formatDayAndClock, formatWait, parseTime } from '#window/lib/time'
import { TimeLeft } from '#window/features/payments/TimeLeft.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'

interface FieldState {
  readonly path: string
  readonly verdict: 'refused' | 'missing' | 'accepted'
  readonly reason?: Omit<NonNullable<PaymentDetail['submission']>['refused'][number], 'path'>
}

/** A path without a leading `additional_data`: `customer.billing.city`. */
const fieldOf = (path: string): string => path.replace(/^additional_data\./, '')

/** Every field of this round with what became of it, worst first. */
function fieldStates({ clarification, submission }: PaymentDetail): readonly FieldState[] {
  const { refused = [], accepted = [] } = submission ?? {}
  const refusedPaths = new Set(refused.map(({ path }) => fieldOf(path)))
  const missing = flattenFields(clarification?.remaining ?? {}).filter(({ path }) => !refusedPaths.has(path))
  return [
    ...refused.map(({ path, ...reason }) => ({ path: fieldOf(path), verdict: 'refused' as const, reason })),
    ...missing.map(({ path }) => ({ path, verdict: 'missing' as const })),
    ...accepted.map((path) => ({ path: fieldOf(path), verdict: 'accepted' as const })),
  ]
}

const LOOKS: Readonly<Record<FieldState['verdict'], StateLook>> = {
  refused: { icon: 'state-failed', hue: 'red' },
  missing: { icon: 'state-clarification', hue: 'amber' },
  accepted: { icon: 'state-delivered', hue: 'green' },
}

const CARD = 'waitingCard'

interface WaitProps {
  /** Who has to act until then. */
  readonly who: string
  readonly expiresAt: string
  readonly deadlineAt?: string
  readonly line: ReactNode
  /** Name of what is shown once the line is expanded. */
  readonly content: string
  readonly children: ReactNode
}

/** A wait as one line that expands. All times are on the virtual clock. */
function Wait({ who, expiresAt, deadlineAt, line, content, children }: WaitProps) {
  const deadline = deadlineAt && ` The processing deadline is ${formatDayAndClock(parseTime(deadlineAt))}.`
  const until = `Until ${formatDayAndClock(parseTime(expiresAt))}.${deadline ?? ''}`
  return (
    <section className="small fix lined waiting" aria-label="What the payment is waiting for">
      <details
        open={draftOf(CARD) === 'open'}
        onToggle={({ currentTarget: { open } }) => keepDraft(CARD, open ? 'open' : null)}
      >
        <summary className="row nowrap pickable">
          <span role="timer" aria-label={who} aria-live="off" title={until}>
            <TimeLeft expiresAt={expiresAt} />
          </span>
          {line}
          <Icon name="down" small />
        </summary>
        <div className="scroll sunken lined-above w-fields" role="region" tabIndex={0} aria-label={content}>
          {children}
        </div>
      </details>
    </section>
  )
}

/** What a payment is waiting for, and until when: data from the merchant, or the customer at a provider. */
export function WaitingCard({ payment }: { readonly payment: PaymentDetail }) {
  const { clarification, atProvider } = payment
  if (clarification !== undefined) return <MerchantWait payment={payment} clarification={clarification} />
  if (atProvider !== undefined) return <CustomerWait payment={payment} atProvider={atProvider} />
  return null
}

interface MerchantWaitProps {
  readonly payment: PaymentDetail
  readonly clarification: NonNullable<PaymentDetail['clarification']>
}

function MerchantWait({ payment, clarification }: MerchantWaitProps) {
  const bench = useBench()
  const { key, code } = payment
  const { expiresAt, deadlineAt } = clarification
  const fields = fieldStates(payment)
  const counts = (['accepted', 'refused', 'missing'] as const)
    .map((verdict) => ({ verdict, count: fields.filter((field) => field.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
  return (
    <Wait
      who="Merchant answers within"
      expiresAt={expiresAt}
      deadlineAt={deadlineAt}
      content="Requested fields"
      line={
        <>
          {counts.map(({ verdict, count }) => (
            <StateMark key={verdict} look={LOOKS[verdict]}>{`${count.toString()} ${verdict}`}</StateMark>
          ))}
          <code className="clip grow dim">
            {fields
              .flatMap(({ path, verdict }) => (verdict === 'accepted' ? [] : path.split('.').slice(-1)))
              .join(', ')}
          </code>
        </>
      }
    >
      <Table
        caption="Requested fields"
        rows={fields}
        keyOf={({ path }) => path}
        columns={[
          { head: 'Field', className: 'mono', cell: ({ path }) => path },
          {
            head: 'Verdict',
            cell: ({ verdict }) => <StateMark look={LOOKS[verdict]}>{verdict}</StateMark>,
          },
          {
            head: 'Reason',
            className: 'wide-cell',
            title: ({ reason }) => reason && `${reason.message} (${reason.code}, ${reason.constraint})`,
            cell: ({ reason }) => reason?.message,
          },
        ]}
      />
      {code === undefined ? null : <Code code={code} />}
      <p className="pad dim">
        Every clarification request restarts the wait, even an empty one. Approving the payment ends the wait
        without the missing data. <ContractLink place="6" />
      </p>
      <p className="pad">
        <CopyButton
          text={async () => (await bench.call('payments.curl', { key, request: 'clarification' })).curl}
          what="the answer as curl"
          label="Copy the answer as curl"
        />
      </p>
    </Wait>
  )
}

/** The one-time code that the customer got, and when it can be sent again. */
function Code({ code }: { readonly code: NonNullable<PaymentDetail['code']> }) {
  const { valid, newAttemptAt, resendsLeft } = code
  const left = parseTime(newAttemptAt) - useVirtualNow()
  const expiry = left > 0 ? `it expires ${formatWait(left)}` : 'it has expired'
  return (
    <p className="pad">
      The customer’s code is <code>{valid}</code>; {expiry}.{' '}
      {resendsLeft === 0
        ? 'No other code can be sent.'
        : `Another one can then be sent, at most ${counted(resendsLeft, 'time')}.`}{' '}
      <ContractLink place="16.4" />
    </p>
  )
}

interface CustomerWaitProps {
  readonly payment: PaymentDetail
  readonly atProvider: NonNullable<PaymentDetail['atProvider']>
}

function CustomerWait({ payment, atProvider }: CustomerWaitProps) {
  const now = useVirtualNow()
  const { providerUrl } = payment
  const { way, display, expiresAt, hasLeft, later } = atProvider
  const link = providerUrl === undefined ? [] : [{ title: 'Provider’s page', data: providerUrl }]
  const next =
    later === undefined
      ? 'Decide, or let the time run out.'
      : `The result, ${later.outcome}, follows ${formatWait(parseTime(later.dueAt) - now)}.`
  return (
    <Wait
      who="Customer pays within"
      expiresAt={expiresAt}
      content="What the customer gets"
      line={
        <>
          <StateMark look={statusLook(payment.status)}>
            customer {hasLeft ? 'left' : WAY_WORDS[way]}
          </StateMark>
          <span className="clip grow dim">{hasLeft ? next : providerUrl}</span>
        </>
      }
    >
      <Table
        caption="What the customer gets"
        rows={[...link, ...display]}
        keyOf={(_, at) => at}
        columns={[
          { head: 'Item', className: 'mono', cell: ({ title }) => title },
          {
            head: 'Value',
            className: 'wide-cell',
            cell: ({ title, data }) => (
              <span className="row nowrap">
                <code className="clip grow" title={data}>
                  {data}
                </code>
                <CopyButton text={data} what={title} />
              </span>
            ),
          },
        ]}
      />
    </Wait>
  )
}
