import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { GridHandle } from '../list/VirtualGrid'
import type { ListState } from '../list/paged-list'
import { setPlace } from '../state/preferences'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { Notice } from '../ui/Notice'
import { formatCount } from '../ui/time'
import { CapturedGrid } from './CapturedGrid'
import { queryOf, viewName } from './callback-view'
import type { CallbackView } from './callback-view'
import { SentGrid } from './SentGrid'
import { useCapturedList, useSentList } from './use-callback-list'

interface CallbackListProps {
  readonly view: CallbackView
  readonly typed: string
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
}

function Nothing({ view, query }: { readonly view: CallbackView; readonly query: string }) {
  if (query !== '') {
    return (
      <div className="empty">
        <h2>Nothing fits the filter</h2>
        <Button onClick={() => setPlace('callbacks', { view: viewName(view.side, 'all'), query: '' })}>
          Show all
        </Button>
      </div>
    )
  }
  return view.side === 'sent' ? (
    <div className="empty">
      <h2>No callback yet</h2>
      <p>One leaves when a payment needs data, changes, or ends.</p>
    </div>
  ) : (
    <div className="empty">
      <h2>Nothing was captured yet</h2>
      <p>Whatever arrives at the merchant address is kept here, byte for byte, and answered with 200.</p>
    </div>
  )
}

interface FrameProps {
  readonly state: Pick<ListState<unknown>, 'phase' | 'fault' | 'waiting'>
  readonly count: number
  readonly onRetry: () => void
  readonly view: CallbackView
  readonly query: string
  readonly onNewest: () => void
  readonly children: ReactNode
}

/** What stands around the rows: the waiting new ones, a failure, or the word that there are none. */
function Frame({ state, count, onRetry, view, query, onNewest, children }: FrameProps) {
  const { phase, fault, waiting } = state
  return (
    <div className="cb-list">
      {phase === 'failed' ? (
        <div className="msg-refusal">
          <Notice
            tone="red"
            title="The list could not be read."
            action={
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
            }
          >
            {fault}
          </Notice>
        </div>
      ) : null}
      {waiting === 0 ? null : (
        <button type="button" className="pill-new" onClick={onNewest}>
          <Icon name="up" small />
          {formatCount(waiting)} new
        </button>
      )}
      {phase === 'ready' && count === 0 ? <Nothing view={view} query={query} /> : children}
    </div>
  )
}

function SentList({ view, typed, selectedId, onSelect }: CallbackListProps) {
  const grid = useRef<GridHandle>(null)
  const query = queryOf(view, typed)
  const rows = useSentList(query)
  const newest = (): void => {
    rows.list.follow(true)
    grid.current?.scrollToTop()
  }
  return (
    <Frame
      state={rows.state}
      count={rows.count}
      onRetry={rows.list.refresh}
      view={view}
      query={query}
      onNewest={newest}
    >
      <SentGrid
        rows={rows}
        selectedId={selectedId}
        onSelect={onSelect}
        onTop={(atTop) => rows.list.follow(atTop)}
        ref={grid}
      />
    </Frame>
  )
}

function CapturedList({ view, typed, selectedId, onSelect }: CallbackListProps) {
  const grid = useRef<GridHandle>(null)
  const query = queryOf(view, typed)
  const rows = useCapturedList(query)
  const newest = (): void => {
    rows.list.follow(true)
    grid.current?.scrollToTop()
  }
  return (
    <Frame
      state={rows.state}
      count={rows.count}
      onRetry={rows.list.refresh}
      view={view}
      query={query}
      onNewest={newest}
    >
      <CapturedGrid
        rows={rows}
        selectedId={selectedId}
        onSelect={onSelect}
        onTop={(atTop) => rows.list.follow(atTop)}
        ref={grid}
      />
    </Frame>
  )
}

/** The rows of the chosen side. */
export function CallbackList(props: CallbackListProps) {
  return props.view.side === 'sent' ? <SentList {...props} /> : <CapturedList {...props} />
}
