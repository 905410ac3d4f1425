import type { MethodName } from '#protocol/methods'
import { useRefusal } from '#window/state/refusal'

/** How a custom control behaves where its method cannot be called now. */
export interface Guard {
  /** Still focusable, with the reason as its description. */
  readonly attributes: {
    readonly 'data-does': MethodName | undefined
    readonly 'aria-disabled'?: true
    readonly title?: string
  }
  /** The work, or nothing. */
  readonly run: (work: () => void) => void
}

/** For controls other than `Button` and `MenuItem`, which take `does` themselves. */
export function useGuard(does: MethodName | undefined): Guard {
  const refusal = useRefusal(does)
  return refusal === null
    ? { attributes: { 'data-does': does }, run: (work) => work() }
    : { attributes: { 'data-does': does, 'aria-disabled': true, title: refusal }, run: () => undefined }
}
