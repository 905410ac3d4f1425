import { FilterBox } from '../list/FilterBox'
import { setPlace } from '../state/preferences'
import { composeMessage } from '../replay/replay-commands'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { formatCount } from '../ui/time'
import { SIDES } from './callback-view'
import type { CallbackSide } from './callback-view'
import { useQuickCounts } from './use-callback-lists'
import { ViewSwitch } from './ViewSwitch'

interface CallbackBarProps {
  readonly side: CallbackSide
  readonly query: string
  /** New rows that wait above the list. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly onLeave: () => void
}

const setQuery = (query: string): void => setPlace('callbacks', { query })

/** Filter, quick views, and the switch between the views of the page. */
export function CallbackBar({ side, query, waiting, onShowWaiting, onLeave }: CallbackBarProps) {
  const { fields, placeholder, views } = SIDES[side]
  const counts = useQuickCounts(side, views)
  return (
    <>
      <div className="pane-bar cb-bar">
        <h1 className="pane-title sr">Callbacks</h1>
        <FilterBox
          key={side}
          label={side === 'sent' ? 'Filter callbacks' : 'Filter captured requests'}
          placeholder={placeholder}
          fields={fields}
          query={query}
          onQuery={setQuery}
          onLeave={onLeave}
        />
        <ViewSwitch view={side} />
      </div>
      <div className="views">
        <div className="scroll-x" role="group" aria-label="Quick filters">
          {views.map((view) => {
            const count = counts.get(view.query)
            return (
              <button
                key={view.query}
                type="button"
                className="view"
                aria-pressed={view.query === query}
                onClick={() => setQuery(view.query)}
              >
                {view.label} {count === undefined ? null : <span className="n">{formatCount(count)}</span>}
              </button>
            )
          })}
        </div>
        <span className="grow" />
        <Button look="quiet" size="small" icon="plus" onClick={composeMessage}>
          Compose
        </Button>
        {waiting === 0 ? null : (
          <button type="button" className="pill-new" onClick={onShowWaiting}>
            <Icon name="up" small />
            {formatCount(waiting)} new
          </button>
        )}
      </div>
    </>
  )
}
