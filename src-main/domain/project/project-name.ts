import type { ProjectId } from '../ids'

/** What a project is called until somebody gives it a name. */
export function unnamedProject(projectId: ProjectId): string {
  return `Project ${String(projectId)}`
}
