import { unnamedProject } from '#domain/project/project'
import type { FormLanguage } from '#domain/form/languages'
import { FORM_STRINGS } from './strings'
import type { ProjectId } from '#domain/ids'

/**
 * Returns the name of the shop for customers: the name of the project, or "test shop" in their language where the
 * project has no name.
 */
export function shopNameOf(
  project: { readonly projectId: ProjectId; readonly name: string },
  language: FormLanguage,
): string {
  return project.name === unnamedProject(project.projectId) ? FORM_STRINGS[language].testShop : project.name
}
