import type { ProjectView } from '#protocol/projects'
import type { Command } from '#window/commands/command'
import { openDialog } from '#window/state/dialogs'
import { setPreferences } from '#window/state/preferences'

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
  run: () => openDialog({ kind: 'resetBench' }),
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
