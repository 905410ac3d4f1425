import type { MessageReference } from '#window/navigation/message-reference'
import { callbackStateWord } from '#window/message-view/callback-words'
import { useVirtualNow } from '#window/state/clock'
import { Notice } from '#window/ui/Notice.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { callbackKindName, callbackLook } from '#window/ui/states'
import { formatCount } from '#window/lib/figures'
import { formatClockMs, formatDuration, parseTime } from '#window/lib/time'
import { usePaymentCallbacks } from './use-payment'
import type { PaymentKey } from '#domain/ids'

interface PaymentCallbacksProps {
  readonly paymentKey: PaymentKey
  readonly selectedId: string | null
  readonly onOpen: (reference: MessageReference) => void
}

/** The callbacks of a payment with their state, attempts and last answer. */
export function PaymentCallbacks({ paymentKey, selectedId, onOpen }: PaymentCallbacksProps) {
  const { value, error } = usePaymentCallbacks(paymentKey)
  const now = useVirtualNow()
  if (error !== null) {
    return (
      <div className="small mid pay-empty">
        <Notice tone="red" title="The callbacks could not be read.">
          {error}
        </Notice>
      </div>
    )
  }
  if (value === null) return <p className="small mid pay-empty">Loading…</p>
  if (value.items.length === 0) {
    return (
      <p className="small mid pay-empty">
        No callbacks yet. The first is sent when data is requested or the payment ends.
      </p>
    )
  }
  return (
    <>
      <table className="plain pay-callbacks">
        <caption className="sr">Callbacks of the payment</caption>
        <thead>
          <tr>
            <th>State</th>
            <th>Kind</th>
            <th>Created</th>
            <th className="num">Attempts</th>
            <th>Response</th>
            <th className="num">Duration</th>
            <th>Target</th>
          </tr>
        </thead>
        <tbody>
          {value.items.map((callback) => (
            <tr key={callback.id} className={callback.id === selectedId ? 'chosen' : undefined}>
              <td>
                <StateMark look={callbackLook(callback)}>{callbackStateWord(callback, now)}</StateMark>
              </td>
              <td>
                <button
                  type="button"
                  className="bare step-open"
                  aria-current={callback.id === selectedId ? 'true' : undefined}
                  onClick={() => onOpen({ type: 'callback', id: callback.id })}
                >
                  {callbackKindName(callback.kind)}
                </button>
                {callback.replayOf === undefined ? null : <span className="dim"> replay</span>}
              </td>
              <td className="mono">{formatClockMs(parseTime(callback.createdAt))}</td>
              <td className="num">{callback.attemptCount}</td>
              <td>
                {callback.lastStatus === undefined ? (
                  callback.attemptCount > 0 ? (
                    <span className="http bad">none</span>
                  ) : null
                ) : (
                  <span className={`http ${callback.lastStatus === 200 ? 'ok' : 'bad'}`}>
                    {callback.lastStatus}
                  </span>
                )}
              </td>
              <td className="num dim">
                {callback.lastDurationMs === undefined ? '' : formatDuration(callback.lastDurationMs)}
              </td>
              <td className="wide-cell mono">{callback.note ?? callback.target ?? 'nowhere'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {value.total > value.items.length ? (
        <p className="small mid pay-empty">
          The newest {formatCount(value.items.length)} of {formatCount(value.total)}. The Callbacks page lists
          them all.
        </p>
      ) : null}
    </>
  )
}
