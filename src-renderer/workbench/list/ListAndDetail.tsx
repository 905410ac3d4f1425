import type { ReactNode, RefObject } from 'react'
import { setPlace } from '#window/state/preferences'
import { SplitPane } from './SplitPane'
import type { ListPage } from './use-list-page'

interface ListAndDetailProps {
  readonly page: ListPage
  readonly pane: RefObject<HTMLDivElement | null>
  /** Name of the list's region: "Payments". */
  readonly label: string
  /** Its bars, its grid and its menu. */
  readonly children: ReactNode
  readonly detail: ReactNode
}

/** A list beside the detail of its selected row. Escape goes from the detail back to the list. */
export function ListAndDetail({ page, pane, label, children, detail }: ListAndDetailProps) {
  return (
    <SplitPane
      label="Width of the list"
      share={page.split}
      onShare={(share) => setPlace(page.place, { split: share })}
      left={
        <section className="pane list" aria-label={label}>
          {children}
        </section>
      }
      right={
        <div
          className="pane"
          ref={pane}
          tabIndex={-1}
          onFocusCapture={page.pin}
          onPointerDownCapture={page.pin}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) page.focusList()
          }}
        >
          {detail}
        </div>
      }
    />
  )
}
