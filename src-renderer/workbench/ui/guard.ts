import type { MethodName } from '../../../src-main/protocol/methods'
import { useRefusal } from '../state/refusal'

/** What a control with a look of its own does where its method cannot be called now. */
export interface Guard {
  /** Reachable all the same, with the reason for everybody. */
  readonly attributes: {
    readonly 'data-does': MethodName | undefined
    readonly 'aria-disabled'?: true
    readonly title?: string
  }
  /** The work, or nothing. */
  readonly run: (work: () => void) => void
}

/** For controls that are neither a button nor a menu item of ours: those take `does` themselves. */
export function useGuard(does: MethodName | undefined): Guard {
  const refusal = useRefusal(does)
  return refusal === null
    ? { attributes: { 'data-does': does }, run: (work) => work() }
    : { attributes: { 'data-does': does, 'aria-disabled': true, title: refusal }, run: () => undefined }
}
