import { type ReactNode, useRef } from 'react'
import { openDialog } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { formatCount } from '#window/lib/figures'
import { FILTERED_LIST, forgetFilter, useSavedFilters } from './saved-filters'
import type { PageList } from '#window/state/filtered-list'
import { useFocusKept } from '#window/ui/use-focus-kept'
import { useViewCounts } from './use-view-counts'

interface ViewBarProps {
  readonly list: PageList
  readonly query: string
  readonly onQuery: (query: string) => void
  /** New rows that wait above the list. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  /** What else the list offers here. */
  readonly children?: ReactNode
}

/** Filters of the product and of the tester, each with the number of rows it matches. */
export function ViewBar({ list, query, onQuery, waiting, onShowWaiting, children }: ViewBarProps) {
  const { label, builtIn } = FILTERED_LIST[list]
  const saved = useSavedFilters(list)
  const views = [...builtIn, ...saved]
  const counts = useViewCounts(list, views)
  const used = saved.find((view) => view.query === query)
  const bar = useRef<HTMLDivElement>(null)
  useFocusKept(bar, '[aria-pressed="true"], .view')
  return (
    <div ref={bar} className="views">
      <div className="scroll-x" role="group" aria-label="Saved filters">
        {views.map((view) => {
          const count = counts.get(view.query)
          return (
            <button
              key={`${view.name}:${view.query}`}
              className="view"
              type="button"
              aria-pressed={view.query === query}
              title={view.query === '' ? `${label}: all` : view.query}
              onClick={() => onQuery(view.query)}
            >
              {view.name} {count === undefined ? null : <span className="n">{formatCount(count)}</span>}
            </button>
          )
        })}
      </div>
      {used === undefined ? null : (
        <>
          <Button
            look="quiet"
            size="small"
            aria-label={`Rename the filter ${used.name}`}
            onClick={() => openDialog({ kind: 'saveFilter', list, query: used.query, rename: used.name })}
          >
            Rename
          </Button>
          <Button
            look="quiet"
            size="small"
            icon="trash"
            aria-label={`Delete the filter ${used.name}`}
            title="Delete this filter"
            onClick={() => forgetFilter(list, used.name)}
          />
        </>
      )}
      <span className="grow" />
      {children}
      {waiting === 0 ? null : (
        <button className="pill-new" type="button" onClick={onShowWaiting}>
          <Icon name="up" small />
          {formatCount(waiting)} new
        </button>
      )}
    </div>
  )
}

/** The button beside the filter box that saves the current filter under a name. */
export function SaveFilterButton({ list, query }: { readonly list: PageList; readonly query: string }) {
  return (
    <Button
      icon="bookmark"
      aria-label="Save this filter"
      disabled={query === ''}
      onClick={() => openDialog({ kind: 'saveFilter', query, list })}
    />
  )
}
