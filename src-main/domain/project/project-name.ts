/** What a project is called until somebody gives it a name. */
export function unnamedProject(projectId: number): string {
  return `Project ${String(projectId)}`
}
