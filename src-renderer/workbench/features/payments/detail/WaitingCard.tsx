import type { PaymentDetail } from '#protocol/payments'
import { flattenFields } from '#domain/clarification/fields'
import { useBench } from '#window/state/bench'
import { draftOf, keepDraft } from '#window/state/preferences'
import { StateMark, type StateLook } from '#window/ui/StatusMark.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { Table } from '#window/ui/Table.tsx'
import { formatDayAndClock, parseTime } from '#window/lib/time'
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

/** What a payment is waiting for, and until when: one line that expands. All times are on the virtual clock. */
export function WaitingCard({ payment }: { readonly payment: PaymentDetail }) {
  const bench = useBench()
  const { clarification, key } = payment
  if (clarification === undefined) return null
  const fields = fieldStates(payment)
  const counts = (['accepted', 'refused', 'missing'] as const)
    .map((verdict) => ({ verdict, count: fields.filter((field) => field.verdict === verdict).length }))
    .filter(({ count }) => count > 0)
  return (
    <section className="small fix lined waiting" aria-label="What the payment is waiting for">
      <details
        open={draftOf(CARD) === 'open'}
        onToggle={({ currentTarget: { open } }) => keepDraft(CARD, open ? 'open' : null)}
      >
        <summary className="row nowrap">
          <span
            role="timer"
            aria-label="Merchant answers within"
            aria-live="off"
            title={`Until ${formatDayAndClock(parseTime(clarification.expiresAt))}. The processing deadline is ${formatDayAndClock(parseTime(clarification.deadlineAt))}.`}
          >
            <TimeLeft expiresAt={clarification.expiresAt} />
          </span>
          {counts.map(({ verdict, count }) => (
            <StateMark key={verdict} look={LOOKS[verdict]}>{`${count.toString()} ${verdict}`}</StateMark>
          ))}
          <code className="clip grow dim">
            {fields
              .flatMap(({ path, verdict }) => (verdict === 'accepted' ? [] : path.split('.').slice(-1)))
              .join(', ')}
          </code>
          <Icon name="down" small />
        </summary>
        <div className="scroll sunken w-fields" role="region" tabIndex={0} aria-label="Requested fields">
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
          <p className="pad dim">
            Every clarification request restarts the wait, even an empty one. Approving the payment ends the
            wait without the missing data. <ContractLink place="6" />
          </p>
          <p className="pad">
            <CopyButton
              text={async () => (await bench.call('payments.curl', { key, request: 'clarification' })).curl}
              what="the answer as curl"
              label="Copy the answer as curl"
            />
          </p>
        </div>
      </details>
    </section>
  )
}
