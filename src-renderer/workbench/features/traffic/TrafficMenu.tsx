import { useBench } from '../../state/bench'
import { MenuItem, MenuLine, PointMenu } from '../../ui/Menu'
import type { Chosen } from '../../list/chosen-messages'
import { ExchangeItems } from './ExchangeItems'
import { editAndSend, sendAgain } from './resend-request'

interface TrafficMenuProps {
  readonly id: string
  readonly chosen: Chosen
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Everything that can be done with a row, or with those that were chosen with it. */
export function TrafficMenu({ id, chosen, at, onClose }: TrafficMenuProps) {
  const bench = useBench()
  return (
    <PointMenu label="Request" at={at} onClose={onClose}>
      <MenuItem icon="undo" keys="R" does="exchanges.resend" onSelect={() => sendAgain(bench, id)}>
        Send again
      </MenuItem>
      <MenuItem icon="code" keys="E" does="exchanges.resend" onSelect={() => editAndSend(bench, id)}>
        Edit and send…
      </MenuItem>
      <MenuLine />
      <ExchangeItems id={id} chosen={chosen} />
    </PointMenu>
  )
}
