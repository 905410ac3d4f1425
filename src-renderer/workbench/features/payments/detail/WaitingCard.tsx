import type { ReactNode } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import { flattenFields } from '#domain/clarification/fields'
import { counted } from '#lib/words'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { draftOf, keepDraft } from '#window/state/preferences'
import { StateMark, type StateLook, statusLook } from '#window/ui/StatusMark.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { PAYMENT_ACTIONS } from '#window/features/payments/payment-commands'
import { Table } from '#window/ui/Table.tsx'
import { formatDayAndClock, formatWait, parseTime } from '#window/lib/time'
import { TimeLeft } from '#window/features/payments/TimeLeft.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'

interface FieldState {
  readonly path: string
  readonly verdict: 'refused' | 'missing' | 'accepted'
  readonly note: string
  readonly title: string
}

/** A path without a leading `additional_data`: `customer.billing.city`. */
const fieldOf = (path: string): string => path.replace(/^additional_data\./, '')

/** Every field of this round with what became of it, worst first. */
function fieldStates({
  clarification,
  submission,
}: Pick<PaymentDetail, 'clarification' | 'submission'>): readonly FieldState[] {
  const { refused = [], accepted = [] } = submission ?? {}
  const refusedPaths = new Set(refused.map(({ path }) => fieldOf(path)))
  const missing = flattenFields(clarification?.remaining ?? {}).filter(({ path }) => !refusedPaths.has(path))
  return [
    ...refused.map(({ path, message, code, constraint }) => ({
      path: fieldOf(path),
      verdict: 'refused' as const,
      note: message,
      title: `${message} (${code}, ${constraint})`,
    })),
    ...missing.map(({ path }) => ({ path, verdict: 'missing' as const, note: '', title: path })),
    ...accepted.map((path) => ({ path: fieldOf(path), verdict: 'accepted' as const, note: '', title: path })),
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
  readonly until: string
  readonly line: ReactNode
  /** Name of what is shown once the line is expanded. */
  readonly content: string
  readonly children: ReactNode
}

/** A wait as one line that expands. All times are on the virtual clock. */
function Wait({ who, expiresAt, until, line, content, children }: WaitProps) {
  return (
    <section className="small fix lined waiting" aria-label="What the payment is waiting for">
      <details
        open={draftOf(CARD) === 'open'}
        onToggle={({ currentTarget: { open } }) => keepDraft(CARD, open ? 'open' : null)}
      >
        <summary className="row nowrap">
          <span role="timer" aria-label={who} aria-live="off" title={until}>
            <TimeLeft expiresAt={expiresAt} />
          </span>
          {line}
          <Icon name="down" small />
        </summary>
        <div className="scroll sunken w-fields" role="region" tabIndex={0} aria-label={content}>
          {children}
        </div>
      </details>
    </section>
  )
}

const untilText = (expiresAt: string): string => `Until ${formatDayAndClock(parseTime(expiresAt))}.`

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
      until={`${untilText(expiresAt)} The processing deadline is ${formatDayAndClock(parseTime(deadlineAt))}.`}
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
          {
            head: 'Field',
            className: 'mono',
            cell: ({ path, title }) => <span title={title}>{path}</span>,
          },
          {
            head: 'Verdict',
            cell: ({ verdict }) => <StateMark look={LOOKS[verdict]}>{verdict}</StateMark>,
          },
          {
            head: 'Reason',
            className: 'wide-cell',
            cell: ({ note, title }) => <span title={title}>{note}</span>,
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

type AtProvider = NonNullable<PaymentDetail['atProvider']>

const WAYS: Readonly<Record<AtProvider['way'], string>> = {
  redirect: 'provider’s page',
  qr: 'QR code',
  instructions: 'instructions',
}

interface CustomerWaitProps {
  readonly payment: PaymentDetail
  readonly atProvider: AtProvider
}

function CustomerWait({ payment, atProvider }: CustomerWaitProps) {
  const { providerUrl } = payment
  const { way, display, expiresAt, hasLeft } = atProvider
  const link = providerUrl === undefined ? [] : [{ title: 'Provider’s page', data: providerUrl }]
  return (
    <Wait
      who="Customer pays within"
      expiresAt={expiresAt}
      until={untilText(expiresAt)}
      content="What the customer gets"
      line={
        <>
          <StateMark look={statusLook(payment.status)}>{WAYS[way]}</StateMark>
          <span className="clip grow dim">{hasLeft ? <Left atProvider={atProvider} /> : providerUrl}</span>
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
      {providerUrl === undefined ? null : (
        <p className="pad">
          <CommandButton command={PAYMENT_ACTIONS.openProvider} subject={payment} size="small">
            Open
          </CommandButton>
        </p>
      )}
    </Wait>
  )
}

/** What follows after the customer left. */
function Left({ atProvider: { later } }: { readonly atProvider: AtProvider }) {
  const now = useVirtualNow()
  return later === undefined
    ? 'The customer left; decide, or let the time run out.'
    : `The customer left; the result, ${later.outcome}, follows ${formatWait(parseTime(later.dueAt) - now)}.`
}
