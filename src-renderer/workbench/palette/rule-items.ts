import type { BenchClient } from '../../../src-main/contract/client'
import { beginRuleLike } from '../faults/fault-commands'
import { preferencesStore } from '../state/preferences'
import { showFailure } from '../state/toasts'
import type { PaletteItem } from './palette-item'

/** Fault rules for the payment of the callback that was chosen on the Callbacks page. */
export function ruleItems(bench: BenchClient): readonly PaletteItem[] {
  const { page, callbacks } = preferencesStore.getState()
  const { selection } = callbacks
  if (page !== 'callbacks' || selection?.startsWith('cb_') !== true) return []
  return [
    {
      id: 'fault rule like',
      group: 'Commands',
      icon: 'warn',
      label: 'New fault rule for the payment of this callback…',
      run: () => void bench.call('callbacks.get', { id: selection }).then(beginRuleLike, showFailure),
    },
  ]
}
