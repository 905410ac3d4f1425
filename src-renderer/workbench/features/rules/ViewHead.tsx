import type { ReactNode } from 'react'
import { ViewSwitch } from './ViewSwitch'
import type { CallbackView } from '../../navigation/callback-view'

interface ViewHeadProps {
  readonly view: CallbackView
  /** What the view has above its list: a filter, or its name. */
  readonly children: ReactNode
}

/** The bar above the list, the same for every view: the switch between them keeps its place. */
export function ViewHead({ view, children }: ViewHeadProps) {
  return (
    <div className="pane-bar cb-bar">
      <h1 className="pane-title sr">Callbacks</h1>
      <div className="cb-own">{children}</div>
      <ViewSwitch view={view} />
    </div>
  )
}
