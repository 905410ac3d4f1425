import type { ProjectId } from '../../../../src-main/domain/ids'

/** Of more projects the filter would be longer than a filter may be. */
const MAX_PROJECTS = 90

/** The filter that finds refused requests of none of these projects; null where there are too many of them. */
export function refusedWithoutProject(projects: readonly ProjectId[]): string | null {
  if (projects.length > MAX_PROJECTS) return null
  return ['refused:yes', ...projects.map((projectId) => `-project:${String(projectId)}`)].join(' ')
}
