import type { ReactNode } from 'react'
import type { MethodName } from '#protocol/methods'
import { useRefusal } from '#window/state/refusal'
import { Notice } from '#window/ui/Notice.tsx'

/** Values that are saved by `does`: where that cannot be called now they are shown, but cannot be changed. */
export function Changeable({ does, children }: { readonly does: MethodName; readonly children: ReactNode }) {
  const refusal = useRefusal(does)
  return (
    <fieldset className="changeable" disabled={refusal !== null}>
      {children}
    </fieldset>
  )
}

/** Explains why nothing below can be changed now; renders nothing if it can. */
export function WhyUnchangeable({ does }: { readonly does: MethodName }) {
  const refusal = useRefusal(does)
  return refusal === null ? null : (
    <div className="settings-refusal">
      <Notice tone="amber" title={refusal} />
    </div>
  )
}
