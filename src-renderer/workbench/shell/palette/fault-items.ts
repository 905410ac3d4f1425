import type { BenchClient } from '../../../../src-main/protocol/client'
import { FAULT_KINDS, FAULTS } from '../../../../src-main/domain/fault/fault-table'
import { showFaults } from '../../navigation/rule-links'
import { addRule, resetCounts, switchAllOff } from '../../features/faults/fault-commands'
import type { ShownMessages } from '../../list/shown-rows'
import { RETRY_COMMANDS, runRetry } from '../../features/retries/retry-commands'
import { preferencesStore } from '../../state/preferences'
import { shownId } from './message-items'
import type { PaletteItem } from './palette-item'

/** Fault rules, and the schedule of the callback that the Callbacks page shows. */
export function faultItems(bench: BenchClient, messages: ShownMessages | null): readonly PaletteItem[] {
  const { projectId } = preferencesStore.getState()
  const callback = messages?.list === 'callbacks' ? shownId(messages) : null
  return [
    ...(callback !== null
      ? RETRY_COMMANDS.map(({ action, does, label, icon, keyName }): PaletteItem => ({
          id: `retry ${action}`,
          does,
          group: 'Commands',
          icon,
          label: `${label.replace('…', '')}: this callback${label.endsWith('…') ? '…' : ''}`,
          note: keyName,
          run: () => runRetry(bench, action, callback),
        }))
      : []),
    { id: 'faults', group: 'Go to', icon: 'warn', label: 'Fault rules', run: showFaults },
    ...FAULT_KINDS.map((kind): PaletteItem => ({
      id: `fault ${kind}`,
      does: 'faults.put',
      group: 'Commands',
      icon: 'plus',
      label: `New fault rule: ${FAULTS[kind].name}`,
      run: () => addRule(bench, projectId, kind),
    })),
    {
      id: 'faults off',
      does: 'faults.switch',
      group: 'Commands',
      icon: 'state-dropped',
      label: 'Switch all fault rules off',
      run: () => switchAllOff(bench),
    },
    {
      id: 'faults reset',
      does: 'faults.resetCounts',
      group: 'Commands',
      icon: 'undo',
      label: 'Count the firings of all fault rules from 0 again',
      run: () => resetCounts(bench),
    },
  ]
}
