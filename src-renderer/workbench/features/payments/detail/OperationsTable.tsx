import type { PaymentDetail } from '#protocol/payments'
import { amountFigures } from '#window/ui/Amount.tsx'
import { StatusMark } from '#window/ui/StatusMark.tsx'
import { formatClockMs, formatDayAndClock, parseTime } from '#window/lib/time'

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
