import type { ProjectId } from '../ids'

/** The name of a project that has not been given one. */
export function unnamedProject(projectId: ProjectId): string {
  return `Project ${String(projectId)}`
}
