import { useEffect, useState } from 'react'
import type { PaymentAction, PaymentSummary } from '../../../../src-main/protocol/payments'
import { useBench } from '../../state/bench'
import { actionsOf, commandsOf, runPaymentCommand, whatDoes } from './payment-commands'
import type { PaymentCommand } from './payment-commands'
import { MenuItem, PointMenu } from '../../ui/Menu'

interface PaymentMenuProps {
  readonly payment: PaymentSummary
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

const KEYS: Partial<Readonly<Record<PaymentCommand['name'], string>>> = {
  copyStatusCurl: 'Ctrl C',
  annotate: 'M',
}

/** Everything that can be done with the payment of a row. */
export function PaymentMenu({ payment, at, onClose }: PaymentMenuProps) {
  const bench = useBench()
  const [actions, setActions] = useState<readonly PaymentAction[] | null>(null)
  const { key } = payment
  useEffect(() => {
    let current = true
    void actionsOf(bench, key).then((found) => {
      if (current) setActions(found)
    })
    return () => {
      current = false
    }
  }, [bench, key])
  if (actions === null) return null
  return (
    <PointMenu label={`Payment ${payment.paymentId}`} at={at} onClose={onClose}>
      {commandsOf(actions).map((command) => (
        <MenuItem
          key={command.name}
          icon={command.icon}
          does={whatDoes(command.name)}
          {...(KEYS[command.name] === undefined ? {} : { keys: KEYS[command.name] })}
          onSelect={() => runPaymentCommand(bench, command.name, payment)}
        >
          {command.label}
        </MenuItem>
      ))}
    </PointMenu>
  )
}
