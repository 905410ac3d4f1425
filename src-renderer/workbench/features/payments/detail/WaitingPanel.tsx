import type { PaymentDetail } from '#protocol/payments'
import { flattenFields } from '#domain/clarification/fields'
import { useBench } from '#window/state/bench'
import { useVirtualNow } from '#window/state/clock'
import { openDialog } from '#window/state/dialogs'
import { useGuard } from '#window/state/refusal'
import { amountText } from '#window/ui/IdText.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { openFollowUp } from '#window/features/payments/payment-commands'
import { formatClock, formatCountdown, formatNear, parseTime } from '#window/lib/time'
import type { CommandRun } from './use-payment'
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

const BODY_KEY = 'additional_data.'

/** `customer.billing.city` of a path that may start at the body. */
function fieldOf(path: string): string {
  return path.startsWith(BODY_KEY) ? path.slice(BODY_KEY.length) : path
}

/** `billing.city` of `customer.billing.city`: the key is clear from the name. */
function nameOf(path: string): string {
  const field = fieldOf(path)
  return field.slice(field.indexOf('.') + 1)
}

function Lists({ payment }: { readonly payment: PaymentDetail }) {
  const refused = payment.submission?.refused ?? []
  const refusedPaths = new Set(refused.map((value) => fieldOf(value.path)))
  const missing = flattenFields(payment.clarification?.remaining ?? {}).filter(
    (field) => !refusedPaths.has(field.path),
  )
  const accepted = payment.submission?.accepted ?? []
  const followUp = openFollowUp(payment)
  return (
    <div className="w-scroll" role="region" tabIndex={0} aria-label="Requested fields">
      <dl className="w-list">
        {followUp === null ? null : (
          <>
            <dt className="label">Waiting</dt>
            <dd>
              {followUp.type} {amountText(followUp.amount, followUp.currency)}
            </dd>
          </>
        )}
        {missing.length === 0 ? null : (
          <>
            <dt className="label">Missing</dt>
            <dd className="w-chips">
              {missing.map((field) => (
                <span key={field.path} className="fieldchip" data-hue="amber" title={field.path}>
                  <Icon name="state-clarification" />
                  {field.name}
                </span>
              ))}
            </dd>
          </>
        )}
        {refused.length === 0 ? null : (
          <>
            <dt className="label">Refused</dt>
            <dd className="w-refused">
              {refused.map((value) => (
                <span key={value.path} className="row">
                  <span className="fieldchip" data-hue="red" title={fieldOf(value.path)}>
                    <Icon name="state-failed" />
                    {nameOf(value.path)}
                  </span>
                  <span>
                    {value.message}{' '}
                    <span className="dim">
                      ({value.code}, {value.constraint})
                    </span>
                  </span>
                </span>
              ))}
            </dd>
          </>
        )}
        {accepted.length === 0 ? null : (
          <>
            <dt className="label">Accepted</dt>
            <dd className="mono dim">{accepted.map(nameOf).join(', ')}</dd>
          </>
        )}
      </dl>
    </div>
  )
}

interface WaitingPanelProps {
  readonly payment: PaymentDetail
  readonly command: CommandRun
}

/** What a payment waits for: which party has to act, and how long. Both countdowns run on the virtual clock. */
export function WaitingPanel({ payment, command }: WaitingPanelProps) {
  const bench = useBench()
  const now = useVirtualNow()
  const answering = useGuard('payments.answerClarification')
  const expiring = useGuard('payments.expireClarification')
  const { clarification } = payment
  if (clarification === undefined) return null

  const extend = async (): Promise<void> => {
    const answer = await bench.call('payments.answerClarification', { key: payment.key, additionalData: {} })
    if (answer.status !== 200)
      throw new Error(`The platform responded ${answer.status.toString()}: ${answer.body}`)
  }

  return (
    <section className="small waiting" aria-label="What the payment is waiting for">
      <div className="stack w-left">
        <Countdown label="Merchant answers within" end={clarification.expiresAt} now={now} />
        <Countdown label="Processing deadline" end={clarification.deadlineAt} now={now} />
      </div>
      <div className="w-right">
        <Lists payment={payment} />
        <p className="w-acts">
          <CopyButton
            text={async () =>
              (await bench.call('payments.curl', { key: payment.key, request: 'clarification' })).curl
            }
            what="the answer as curl"
            label="Copy the answer as curl"
          />
          <button
            type="button"
            className="link"
            disabled={command.busy}
            {...answering.attributes}
            onClick={() => answering.run(() => command.run(extend, 'Extended: the 30 minutes start again'))}
          >
            Extend with an empty request
          </button>
          <button
            type="button"
            className="link"
            {...expiring.attributes}
            onClick={() =>
              expiring.run(() => openDialog({ kind: 'expireClarification', paymentKey: payment.key }))
            }
          >
            Expire now…
          </button>
        </p>
      </div>
    </section>
  )
}
