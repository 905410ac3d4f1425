import { FailedNotice, Notice } from '#window/ui/Notice.tsx'
import type { MessageReference } from '#window/navigation/views'
import { callbackStateWord, verdictLook } from '#window/message-view/callback-words'
import { useVirtualNow } from '#window/state/clock'
import { callbackKindName, callbackLook, StateMark, StatusMark } from '#window/ui/StatusMark.tsx'
import {
  formatBytes,
  formatClockMs,
  formatCount,
  formatDayAndClock,
  formatDuration,
  parseTime,
} from '#window/lib/time'
import { usePaymentCallbacks, usePaymentExchanges } from './use-payment'
import type { PaymentKey } from '#domain/ids'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import type { PaymentDetail } from '#protocol/payments'
import { amountFigures } from '#window/ui/IdText.tsx'
import { useEffect, useRef } from 'react'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { copyReport, saveReport } from '#window/features/reports/report-commands'

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

/** The operations of a payment, oldest first. */
export function OperationsTable({ payment }: { readonly payment: PaymentDetail }) {
  if (payment.operations.length === 0) {
    return <p className="small mid pay-empty">No operations: the payment never started.</p>
  }
  return (
    <table className="plain pay-operations">
      <caption className="sr">Operations of the payment</caption>
      <thead>
        <tr>
          <th>Operation</th>
          <th>Status</th>
          <th className="num">Amount</th>
          <th>Code</th>
          <th>Message</th>
          <th>Changed</th>
        </tr>
      </thead>
      <tbody>
        {payment.operations.map((operation) => (
          <tr key={operation.id}>
            <td title={`${operation.type} ${operation.id.toString()}`}>
              {operation.type} <code className="dim o-opt">{operation.id}</code>
              <span className="o-more">
                <span>{operation.message}</span>
                <span className="dim">
                  changed {formatClockMs(parseTime(operation.updatedAt))}, {operation.id}
                </span>
              </span>
            </td>
            <td>
              <StatusMark status={operation.status} />
            </td>
            <td className="num">
              {amountFigures(operation.amount, operation.currency)}{' '}
              <span className="dim">{operation.currency}</span>
            </td>
            <td className="mono">{operation.code}</td>
            <td className="wide-cell" title={operation.message}>
              {operation.message}
            </td>
            <td
              className="mono dim"
              title={`created ${formatDayAndClock(parseTime(operation.createdAt))}, request ${operation.requestId}`}
            >
              {formatClockMs(parseTime(operation.updatedAt))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The report of a payment as it is saved, so that it has an address and is read before it is handed on. */
export function PaymentReport({ payment }: { readonly payment: PaymentDetail }) {
  const bench = useBench()
  const host = useRef<HTMLDivElement>(null)
  const { key, updatedAt, timeline, earlierSteps = 0, annotation } = payment
  const steps = timeline.length + earlierSteps
  const { value, error, reload } = useFetched(
    `${key} ${updatedAt} ${String(steps)} ${JSON.stringify(annotation ?? null)}`,
    () => bench.call('reports.payments', { keys: [key], format: 'html' }),
  )
  useEffect(() => {
    if (host.current !== null && value !== null) showReport(host.current, value.text)
  }, [value])
  const chosen = { kind: 'keys', keys: [key] } as const
  return (
    <>
      <div className="bar small msg-bar">
        <span className="grow dim">as it is saved</span>
        <Button size="small" look="quiet" icon="copy" onClick={() => copyReport(bench, chosen)}>
          Copy as Markdown
        </Button>
        <Button size="small" icon="download" onClick={() => saveReport(bench, chosen)}>
          Save
        </Button>
      </div>
      {error === null ? null : (
        <div className="band pay-fault">
          <FailedNotice live title="The report could not be written." onRetry={reload}>
            {error}
          </FailedNotice>
        </div>
      )}
      <div ref={host} className="pay-report" aria-busy={value === null && error === null} />
    </>
  )
}

/**
 * Shows a report, which is a whole HTML page, inside an element: in a shadow root, so that its styles stay apart, and with a
 * constructed style sheet, which the content security policy allows. The policy also blocks any script in it.
 */
function showReport(host: HTMLElement, text: string): void {
  const [before = '', rest = ''] = text.split('<style>', 2)
  const [style = '', after = ''] = rest.split('</style>', 2)
  const page = new DOMParser().parseFromString(before + after, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.replaceAll(':root', ':host'))
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(document.adoptNode(page.body))
}
