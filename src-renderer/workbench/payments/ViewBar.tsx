import { setPreferences, usePreferences } from '../state/preferences'
import { showToast } from '../state/toasts'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { formatCount } from '../ui/time'
import { useViewCounts } from './use-view-counts'
import { BUILT_IN_VIEWS } from './views'
import type { ListView } from './views'

interface ViewBarProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  /** New rows that wait above the list. */
  readonly waiting: number
  readonly onShowWaiting: () => void
}

function forget(view: ListView, views: readonly ListView[]): void {
  setPreferences({ paymentFilters: views.filter((other) => other.name !== view.name) })
  showToast({
    icon: 'trash',
    text: `Filter "${view.name}" deleted`,
    action: { label: 'Undo', run: () => setPreferences({ paymentFilters: [...views] }) },
  })
}

/** Filters of the product and of the tester, each with the number of payments it matches. */
export function ViewBar({ query, onQuery, waiting, onShowWaiting }: ViewBarProps) {
  const saved = usePreferences((state) => state.paymentFilters)
  const views = [...BUILT_IN_VIEWS, ...saved]
  const counts = useViewCounts(views)
  const used = saved.find((view) => view.query === query)
  return (
    <div className="views">
      <div className="scroll-x" role="group" aria-label="Saved filters">
        {views.map((view) => {
          const count = counts.get(view.query)
          return (
            <button
              key={`${view.name}:${view.query}`}
              className="view"
              type="button"
              aria-pressed={view.query === query}
              title={view.query === '' ? 'All payments' : view.query}
              onClick={() => onQuery(view.query)}
            >
              {view.name} {count === undefined ? null : <span className="n">{formatCount(count)}</span>}
            </button>
          )
        })}
      </div>
      {used === undefined ? null : (
        <Button
          look="quiet"
          size="small"
          icon="trash"
          aria-label={`Delete the filter ${used.name}`}
          onClick={() => forget(used, saved)}
        />
      )}
      <span className="grow" />
      {waiting === 0 ? null : (
        <button className="pill-new" type="button" onClick={onShowWaiting}>
          <Icon name="up" small />
          {formatCount(waiting)} new
        </button>
      )}
    </div>
  )
}
