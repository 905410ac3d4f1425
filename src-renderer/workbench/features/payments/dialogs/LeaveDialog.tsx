import { useState } from 'react'
import { LATER_MS } from '#domain/method/later'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { ActionDialog } from '#window/ui/Dialog.tsx'
import { SelectField } from '#window/ui/Field.tsx'
import { PaymentLine } from './dialog-parts'

const RESULTS = [
  { value: 'success', label: 'Success' },
  { value: 'decline', label: 'Decline' },
] as const
const TIMES = [
  { value: 'minute', label: 'In a minute' },
  { value: 'hour', label: 'In an hour' },
  { value: 'day', label: 'In a day' },
  { value: 'never', label: 'Never' },
] as const

/** The customer leaves the provider's page undecided; the result may follow later (contract 16.5). */
export function LeaveDialog({ payment, onClose }: DialogProps<'leaveAsCustomer'>) {
  const bench = useBench()
  const [time, setTime] = useState<(typeof TIMES)[number]['value']>('minute')
  const [outcome, setOutcome] = useState<(typeof RESULTS)[number]['value']>('success')
  const { key } = payment
  const afterMs = time === 'never' ? null : LATER_MS[time]
  const leave = () =>
    bench.call('payments.decideAtProvider', {
      key,
      outcome: 'left',
      ...(afterMs === null ? {} : { later: { afterMs, outcome } }),
    })
  return (
    <ActionDialog
      title="The customer leaves"
      subtitle={<PaymentLine payment={payment} />}
      onClose={onClose}
      send={leave}
      does="payments.decideAtProvider"
      action="Leave"
    >
      <SelectField
        label="The result follows"
        help="The payment waits until then, unless you decide first or its time to pay runs out."
        value={time}
        options={TIMES}
        onChange={setTime}
      />
      {afterMs === null ? null : (
        <SelectField label="Result" value={outcome} options={RESULTS} onChange={setOutcome} />
      )}
    </ActionDialog>
  )
}
