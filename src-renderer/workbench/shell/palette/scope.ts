import type { ProjectView } from '#protocol/projects'
import { useProjectFilter, useProjects } from '#window/state/info'
import { setPreferences } from '#window/state/preferences'
import type { PaletteItem } from './palette-item'

/** The one project of several that is searched, as the lists show it alone; null where all are. */
export function useScope(): ProjectView | null {
  const projects = useProjects()
  const chosen = useProjectFilter()
  if (projects.length < 2) return null
  return projects.find(({ projectId }) => projectId === chosen) ?? null
}

/** Changes the lists too, so that they show what the search finds. */
export function showAllProjects(): void {
  setPreferences({ projectId: null })
}

/** Widens a search that belongs to another project. */
export function widenItems(scope: ProjectView | null): readonly PaletteItem[] {
  if (scope === null) return []
  return [
    {
      id: 'widen',
      group: 'Go to',
      icon: 'search',
      label: 'Search all projects',
      aside: `now ${scope.name} only`,
      staysOpen: true,
      run: showAllProjects,
    },
  ]
}
