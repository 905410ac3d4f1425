import type { ProjectId } from '#domain/ids'

/** The name of a project that has not been given one. */
export function unnamedProject(projectId: ProjectId): string {
  return `Project ${String(projectId)}`
}
