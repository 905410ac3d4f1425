import type { BenchClient } from '#protocol/client'
import type { ProjectView } from '#protocol/projects'
import type { Command } from '#window/commands/command'
import { openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'
import { announce, showFailure } from '#window/state/toasts'

export const NEW_PROJECT: Command = {
  id: 'new project',
  icon: 'plus',
  label: 'New project…',
  does: 'projects.create',
  run: () => openDialog({ kind: 'createProject' }),
}

export const RESET: Command = {
  id: 'reset',
  icon: 'trash',
  label: 'Reset the bench…',
  does: 'bench.reset',
  isFinal: true,
  run: () => openDialog({ kind: 'resetBench' }),
}

/** Holds new payments of a project in processing until the tester decides, or lets their cards decide again. */
export function holdPayments(bench: BenchClient, projectId: ProjectView['projectId'], isHeld: boolean): void {
  bench
    .call('projects.update', { projectId, switches: { outcome: { mode: isHeld ? 'hold' : 'card' } } })
    .then(
      () =>
        announce(
          isHeld ? 'New payments stay in processing until you decide' : 'The card number decides again',
        ),
      showFailure,
    )
}

export function projectCommands(projects: readonly ProjectView[]): readonly Command[] {
  return [
    ...projects.map(({ projectId, name }): Command => ({
      id: `project ${projectId}`,
      group: 'Go to',
      icon: 'shop',
      label: `Project ${name}`,
      note: String(projectId),
      run: () => setPreferences({ projectId }),
    })),
    {
      id: 'project all',
      group: 'Go to',
      icon: 'shop',
      label: 'All projects',
      when: () => projects.length > 1,
      run: () => setPreferences({ projectId: null }),
    },
    NEW_PROJECT,
  ]
}
