import type { ReactNode } from 'react'
import { useBench } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { closeSession } from '#window/state/own-session'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import type { ListState } from './list-state'

interface ListBodyProps {
  readonly state: ListState<unknown>
  readonly count: number
  readonly onRetry: () => void
  /** Said where the list could not be read. */
  readonly failed: string
  readonly query: string
  readonly onClear: () => void
  /** What is said while there is nothing at all. */
  readonly nothing: ReactNode
  readonly children: ReactNode
}

/** The rows, or why there are none. */
export function ListBody(props: ListBodyProps) {
  const { state, count, onRetry, failed, query, onClear, nothing, children } = props
  const bench = useBench()
  const isImported = useInfo(({ info }) => info?.session.kind === 'imported')
  if (state.phase === 'failed') {
    return (
      <div className="list-message">
        <Notice
          tone="red"
          live
          title={failed}
          action={
            <span className="copyrow">
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
              {isImported ? (
                <Button size="small" does="sessions.close" onClick={() => closeSession(bench)}>
                  Leave this session
                </Button>
              ) : null}
            </span>
          }
        >
          {state.error}
        </Notice>
      </div>
    )
  }
  if (state.phase === 'loading' || count > 0) return children
  if (query === '') return nothing
  return (
    <div className="empty">
      <h2>Nothing matches the filter</h2>
      <p>
        <code>{query}</code>
      </p>
      <Button onClick={onClear}>Clear the filter</Button>
    </div>
  )
}
