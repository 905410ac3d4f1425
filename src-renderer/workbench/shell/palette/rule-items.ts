import type { BenchClient } from '../../../../src-main/protocol/client'
import { beginRuleLike } from '../../features/faults/fault-commands'
import type { ShownMessages } from '../../list/shown-rows'
import { showFailure } from '../../state/toasts'
import { shownId } from './message-items'
import type { PaletteItem } from './palette-item'

/** Fault rules for the payment of the callback that the Callbacks page shows. */
export function ruleItems(bench: BenchClient, messages: ShownMessages | null): readonly PaletteItem[] {
  const id = messages?.list === 'callbacks' ? shownId(messages) : null
  if (id === null) return []
  return [
    {
      id: 'fault rule like',
      does: 'faults.put',
      group: 'Commands',
      icon: 'warn',
      label: 'New fault rule for the payment of this callback…',
      run: () => void bench.call('callbacks.get', { id }).then(beginRuleLike, showFailure),
    },
  ]
}
