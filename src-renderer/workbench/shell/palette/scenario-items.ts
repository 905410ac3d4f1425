import type { BenchClient } from '#protocol/client'
import {
  beginScenario,
  openScenario,
  runScenarios,
  startRecording,
  stopScenarios,
} from '#window/features/scenarios/scenario-commands'
import { scenarioStore } from '#window/features/scenarios/scenario-listing'
import { setPreferences } from '#window/state/preferences'
import { showFailure } from '#window/state/toasts'
import type { PaletteItem } from './palette-item'

/** Scenarios that the window knows, and what can be done with all of them. */
export function scenarioItems(bench: BenchClient): readonly PaletteItem[] {
  const known = scenarioStore.getState().items ?? []
  return [
    {
      id: 'scenario new',
      does: 'scenarios.save',
      group: 'Commands',
      icon: 'plus',
      label: 'New scenario…',
      run: beginScenario,
    },
    {
      id: 'scenario recording',
      does: 'scenarios.startRecording',
      group: 'Commands',
      icon: 'scenarios',
      label: 'Record payments from now on',
      run: () => startRecording(bench),
    },
    {
      id: 'scenarios run',
      does: 'scenarios.run',
      group: 'Commands',
      icon: 'play',
      label: 'Run all scenarios',
      run: () => {
        setPreferences({ page: 'scenarios' })
        bench.call('scenarios.list', {}).then(({ items }) => runScenarios(bench, items), showFailure)
      },
    },
    {
      id: 'scenarios stop',
      does: 'scenarios.stop',
      group: 'Commands',
      icon: 'stop',
      label: 'Stop the running scenarios',
      run: () => stopScenarios(bench),
    },
    ...known.map((scenario): PaletteItem => ({
      id: `scenario ${scenario.file}`,
      group: 'Go to',
      icon: 'scenarios',
      label: `Scenario: ${scenario.name}`,
      note: scenario.file,
      run: () => openScenario(scenario.file),
    })),
  ]
}
