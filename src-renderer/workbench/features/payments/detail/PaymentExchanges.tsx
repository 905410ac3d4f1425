import type { MessageReference } from '#window/navigation/message-reference'
import { verdictLook } from '#window/message-view/verdict'
import { Notice } from '#window/ui/Notice.tsx'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { formatBytes, formatCount } from '#window/lib/figures'
import { formatClockMs, parseTime } from '#window/lib/time'
import { ContractLink } from '#window/features/contract/ContractLink.tsx'
import { usePaymentExchanges } from './use-payment'
import type { PaymentKey } from '#domain/ids'

interface PaymentExchangesProps {
  readonly paymentKey: PaymentKey
  readonly selectedId: string | null
  readonly onOpen: (reference: MessageReference) => void
}

/** The requests to the platform that concern a payment, with the reason where one was refused. */
export function PaymentExchanges({ paymentKey, selectedId, onOpen }: PaymentExchangesProps) {
  const { value, error } = usePaymentExchanges(paymentKey)
  if (error !== null) {
    return (
      <div className="small mid pay-empty">
        <Notice tone="red" title="The API calls could not be read.">
          {error}
        </Notice>
      </div>
    )
  }
  if (value === null) return <p className="small mid pay-empty">Loading…</p>
  if (value.items.length === 0) {
    return <p className="small mid pay-empty">No API calls: this payment was created in the workbench.</p>
  }
  return (
    <>
      <table className="plain pay-exchanges">
        <caption className="sr">API calls of the payment</caption>
        <thead>
          <tr>
            <th>Virtual time</th>
            <th>Request</th>
            <th>Response</th>
            <th>Signature</th>
            <th>Reason for refusal</th>
            <th className="num">Size</th>
          </tr>
        </thead>
        <tbody>
          {value.items.map((exchange) => (
            <tr key={exchange.id} className={exchange.id === selectedId ? 'chosen' : undefined}>
              <td className="mono">{formatClockMs(parseTime(exchange.receivedAt))}</td>
              <td className="wide-cell" title={`${exchange.method} ${exchange.path}`}>
                <button
                  type="button"
                  className="bare step-open mono"
                  aria-current={exchange.id === selectedId ? 'true' : undefined}
                  onClick={() => onOpen({ type: 'exchange', id: exchange.id })}
                >
                  {exchange.method} {exchange.path}
                </button>
              </td>
              <td>
                <span
                  className={`http ${exchange.status !== undefined && exchange.status < 300 ? 'ok' : 'bad'}`}
                >
                  {exchange.status ?? 'none'}
                </span>
              </td>
              <td>
                {exchange.signatureState === undefined ? null : (
                  <StateMark look={verdictLook(exchange.signatureState)}>
                    {verdictLook(exchange.signatureState).word}
                  </StateMark>
                )}
              </td>
              <td className="wide-cell" title={exchange.refusal?.message ?? exchange.note}>
                {exchange.refusal === undefined ? (
                  <span className="dim">{exchange.note}</span>
                ) : (
                  <>
                    <code>{exchange.refusal.code}</code> {exchange.refusal.message}
                    {exchange.refusal.field === undefined ? null : (
                      <>
                        , <code>{exchange.refusal.field}</code>
                      </>
                    )}{' '}
                    <ContractLink place={exchange.refusal.contract} />
                  </>
                )}
              </td>
              <td className="num dim">{formatBytes(exchange.sizeBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {value.total > value.items.length ? (
        <p className="small mid pay-empty">
          The newest {formatCount(value.items.length)} of {formatCount(value.total)} are shown.
        </p>
      ) : null}
    </>
  )
}
