import type { ReactNode } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import { flattenFields } from '#domain/clarification/fields'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { amountText } from '#window/ui/IdText.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { EXTEND, openFollowUp, PAYMENT_ACTIONS } from '#window/features/payments/payment-commands'
import { formatClock, formatCountdown, formatNear, parseTime } from '#window/lib/time'
import { CopyButton } from '#window/ui/CopyButton.tsx'

interface CountProps {
  readonly label: string
  readonly end: string
  readonly now: number
}

function Countdown({ label, end, now }: CountProps) {
  const at = parseTime(end)
  const today = formatNear(at, now) === formatClock(at)
  return (
    <div className="w-count" role="timer" aria-label={label} aria-live="off">
      <span className="label">{label}</span>
      <strong>{formatCountdown(at - now)}</strong>
      <span className="dim" title={end}>
        {today ? `until ${formatClock(at)}` : formatNear(at, now)}
      </span>
    </div>
  )
}

/** A path without a leading `additional_data`: `customer.billing.city`. */
const fieldOf = (path: string): string => path.replace(/^additional_data\./, '')

/** The path without its key as well: `billing.city`. */
const nameOf = (path: string): string => fieldOf(path).replace(/^[^.]*\./, '')

interface LineProps {
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}

function Line({ title, className, children }: LineProps) {
  return (
    <>
      <dt className="label">{title}</dt>
      <dd className={className}>{children}</dd>
    </>
  )
}

function Lists({ payment }: { readonly payment: PaymentDetail }) {
  const { refused = [], accepted = [] } = payment.submission ?? {}
  const missing = flattenFields(payment.clarification?.remaining ?? {}).filter(
    ({ path }) => !refused.some((value) => fieldOf(value.path) === path),
  )
  const followUp = openFollowUp(payment)
  return (
    <div className="scroll" role="region" tabIndex={0} aria-label="Requested fields">
      <dl className="w-list">
        {followUp === null ? null : (
          <Line title="Waiting">
            {followUp.type} {amountText(followUp.amount, followUp.currency)}
          </Line>
        )}
        {missing.length === 0 ? null : (
          <Line title="Missing" className="w-chips">
            {missing.map(({ path, name }) => (
              <span key={path} className="fieldchip" data-hue="amber" title={path}>
                <Icon name="state-clarification" />
                {name}
              </span>
            ))}
          </Line>
        )}
        {refused.length === 0 ? null : (
          <Line title="Refused" className="w-refused">
            {refused.map(({ path, message, code, constraint }) => (
              <span key={path} className="row">
                <span className="fieldchip" data-hue="red" title={fieldOf(path)}>
                  <Icon name="state-failed" />
                  {nameOf(path)}
                </span>
                <span>
                  {message}{' '}
                  <span className="dim">
                    ({code}, {constraint})
                  </span>
                </span>
              </span>
            ))}
          </Line>
        )}
        {accepted.length === 0 ? null : (
          <Line title="Accepted" className="mono dim">
            {accepted.map(nameOf).join(', ')}
          </Line>
        )}
      </dl>
    </div>
  )
}

/** What a payment is waiting for, and until when. Both countdowns run on the virtual clock. */
export function WaitingPanel({ payment }: { readonly payment: PaymentDetail }) {
  const bench = useBench()
  const now = useVirtualNow()
  const { clarification, key } = payment
  if (clarification === undefined) return null
  return (
    <section className="small waiting" aria-label="What the payment is waiting for">
      <div className="stack w-left">
        <Countdown label="Merchant answers within" end={clarification.expiresAt} now={now} />
        <Countdown label="Processing deadline" end={clarification.deadlineAt} now={now} />
      </div>
      <div className="w-right">
        <Lists payment={payment} />
        <p className="row wraps">
          <CopyButton
            text={async () => (await bench.call('payments.curl', { key, request: 'clarification' })).curl}
            what="the answer as curl"
            label="Copy the answer as curl"
          />
          {[EXTEND, PAYMENT_ACTIONS.expireClarification].map((command) => (
            <CommandButton
              key={command.id}
              command={command}
              subject={payment}
              shows="label"
              look="quiet"
              size="small"
            />
          ))}
        </p>
      </div>
    </section>
  )
}
