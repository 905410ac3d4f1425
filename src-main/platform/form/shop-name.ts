import { unnamedProject } from '../../domain/project/project-name'
import type { FormLanguage } from '../../domain/form/languages'
import { FORM_STRINGS } from './strings'
import type { ProjectId } from '../../domain/ids'

/**
 * The shop as its customers read it: the name of the project. They do not know projects, so that one without a name of its own
 * is a test shop, in their language.
 */
export function shopNameOf(
  project: { readonly projectId: ProjectId; readonly name: string },
  language: FormLanguage,
): string {
  return project.name === unnamedProject(project.projectId) ? FORM_STRINGS[language].testShop : project.name
}
