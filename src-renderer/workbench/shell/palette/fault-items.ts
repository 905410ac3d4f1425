import type { BenchClient } from '#protocol/client'
import { FAULT_KINDS, FAULTS } from '#domain/fault/fault-table'
import { showFaults } from '#window/navigation/rule-links'
import { addRule, beginRuleLike } from '#window/features/faults/fault-commands'
import { FAULT_RULES } from '#window/features/faults/fault-family'
import type { ShownMessages } from '#window/list/shown-rows'
import { RETRY_COMMANDS, runRetry } from '#window/features/retries/retry-commands'
import { showFailure } from '#window/state/toasts'
import { preferencesStore } from '#window/state/preferences'
import { shownId } from './message-items'
import type { PaletteItem } from './palette-item'

/** Fault rules, and the schedule of the callback that the Callbacks page shows. */
export function faultItems(bench: BenchClient, messages: ShownMessages | null): readonly PaletteItem[] {
  const { projectId } = preferencesStore.getState()
  const callback = messages?.list === 'callbacks' ? shownId(messages) : null
  return [
    ...(callback !== null
      ? RETRY_COMMANDS.map(({ action, does, sentence, icon, keyName }): PaletteItem => ({
          id: `retry ${action}`,
          does,
          group: 'Commands',
          icon,
          label: sentence,
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
      label: 'Turn off all fault rules',
      run: () => void FAULT_RULES.commands.allOff(bench),
    },
    {
      id: 'faults reset',
      does: 'faults.resetCounts',
      group: 'Commands',
      icon: 'undo',
      label: 'Reset the counts of all fault rules',
      run: () => void FAULT_RULES.commands.resetCounts(bench),
    },
    ...(callback === null
      ? []
      : [
          {
            id: 'fault rule like',
            does: 'faults.put',
            group: 'Commands',
            icon: 'warn',
            label: 'New fault rule for the payment of this callback…',
            run: () => void bench.call('callbacks.get', { id: callback }).then(beginRuleLike, showFailure),
          } as const,
        ]),
  ]
}
