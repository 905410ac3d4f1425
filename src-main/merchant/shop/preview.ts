import type { CheckSubmitChoice, FormParameters, PreviewMethod, PreviewMode } from '../../protocol/preview'
import type { ProjectId } from '../../domain/ids'

/** A form that the tester asked the demo shop to open. */
export interface Preview {
  readonly id: string
  readonly projectId: ProjectId
  /**
   * The library's config without handlers, signed. It holds what the mode needs too: `target_element` names
   * `FORM_TARGET` for `iframe` and `embedded`, `redirect` is 1 for `tab`; both are signed parameters.
   */
  readonly parameters: FormParameters
  readonly mode: PreviewMode
  readonly method: PreviewMethod
  /** Styles of the merchant's page for the modal; empty for the other modes, whose form is a page of another origin. */
  readonly css: string
  /** What the page's onCheckSubmit does; `none`: it has no such handler. */
  readonly checkSubmit: CheckSubmitChoice
  /** Virtual time, epoch milliseconds. */
  readonly createdAt: number
}
