import { useBench } from '#window/state/bench'
import { closeSession, useInfo } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import type { UsedList } from './use-paged-list'
import { type ReactNode, useRef } from 'react'
import { Divider } from '#window/ui/Divider.tsx'
import { useFocusKept } from '#window/ui/focus'

interface ListBodyProps {
  readonly rows: UsedList<unknown>
  readonly query: string
  readonly onClear: () => void
  readonly nothing: ReactNode
  readonly children: ReactNode
}

export function ListBody({ rows, query, onClear, nothing, children }: ListBodyProps) {
  const { state, count, list } = rows
  if (state.phase === 'failed') {
    return (
      <div className="pad">
        <Notice
          tone="red"
          live
          title="The list could not be read."
          action={
            <span className="copyrow">
              <Button size="small" onClick={list.refresh}>
                Try again
              </Button>
              <LeaveSession />
            </span>
          }
        >
          {state.error}
        </Notice>
      </div>
    )
  }
  if (state.phase === 'loading' || count > 0) return children
  return query === '' ? nothing : <NoMatch query={query} onClear={onClear} />
}

export function LeaveSession() {
  const bench = useBench()
  const isImported = useInfo(({ info }) => info?.session.kind === 'imported')
  return isImported ? (
    <Button size="small" does="sessions.close" onClick={() => closeSession(bench)}>
      Leave this session
    </Button>
  ) : null
}

export function NoMatch({ query, onClear }: { readonly query: string; readonly onClear: () => void }) {
  return (
    <EmptyDetail title="Nothing matches the filter" text={<code>{query}</code>}>
      <Button onClick={onClear}>Clear the filter</Button>
    </EmptyDetail>
  )
}

interface SplitPaneProps {
  readonly label: string
  readonly share: number
  readonly onShare: (share: number) => void
  readonly left: ReactNode
  readonly right: ReactNode
  /** CSS selector of the element that gets the focus if the focused control of a pane disappears. */
  readonly keepFocus?: string
  /** Whether the right pane gets all the room that a list of two-line rows leaves. */
  readonly isFolded?: boolean
}

const FOLDED_WIDTH = '240px'

export function SplitPane(props: SplitPaneProps) {
  const { label, share, onShare, left, right, keepFocus = '[role="grid"]', isFolded = false } = props
  const box = useRef<HTMLDivElement>(null)
  useFocusKept(box, keepFocus)

  return (
    <div
      ref={box}
      className="split"
      style={
        isFolded
          ? { '--split': FOLDED_WIDTH, '--least-list': FOLDED_WIDTH, '--rest': '1fr' }
          : { '--split': `${share}fr`, '--rest': `${100 - share}fr` }
      }
    >
      {left}
      {isFolded ? (
        <div className="divider" aria-hidden="true" />
      ) : (
        <Divider label={label} lies="vertical" share={share} least={25} onShare={onShare} />
      )}
      {right}
    </div>
  )
}

interface EmptyDetailProps {
  readonly title?: string
  readonly text: ReactNode
  readonly children?: ReactNode
}

export function EmptyDetail({ title, text, children }: EmptyDetailProps) {
  return (
    <div className="empty">
      {title === undefined ? null : <h2>{title}</h2>}
      <p>{text}</p>
      {children}
    </div>
  )
}
