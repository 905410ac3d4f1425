import type { CheckSubmitChoice, FormParameters, PreviewMethod, PreviewMode } from '#protocol/projects'
import type { ProjectId } from '#domain/ids'

/** A form that the demo shop opens for the tester. */
export interface Preview {
  readonly id: string
  readonly projectId: ProjectId
  /**
   * The library's signed config without handlers. It includes what the mode needs: `target_element` names
   * `FORM_TARGET` for `iframe` and `embedded`, `redirect` is 1 for `tab`; both are signed parameters.
   */
  readonly parameters: FormParameters
  readonly mode: PreviewMode
  readonly method: PreviewMethod
  /**
   * The tester's styles of the shop's page, for the modal; empty for other modes, whose form is a page of another
   * origin.
   */
  readonly css: string
  /** What the page's onCheckSubmit does; `none`: it has no such handler. */
  readonly checkSubmit: CheckSubmitChoice
  /** Virtual time, epoch milliseconds. */
  readonly createdAt: number
}
