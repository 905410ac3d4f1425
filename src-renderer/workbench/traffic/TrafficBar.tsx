import { useId } from 'react'
import { EXCHANGE_QUERY_FIELDS } from '../../../src-main/core/query/fields'
import { FilterBox } from '../list/FilterBox'
import { useViewCounts } from '../payments/use-view-counts'
import type { CountedList } from '../payments/use-view-counts'
import type { ListView } from '../payments/views'
import { useBench } from '../state/bench'
import { openDialog } from '../state/dialogs'
import { useProjectFilter } from '../state/info'
import { setPlace, setPreferences, usePreferences } from '../state/preferences'
import { showToast } from '../state/toasts'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { Menu, MenuItem, MenuLine } from '../ui/Menu'
import { formatCount } from '../ui/time'
import { pickHar, saveHar } from './har-jobs'
import type { TrafficOrder } from './traffic-view'
import { TRAFFIC_VIEWS } from './traffic-view'
import { listOf } from './use-traffic'

interface TrafficBarProps {
  readonly query: string
  readonly order: TrafficOrder
  /** New rows that wait above the list. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly onLeave: () => void
}

const COUNTED: CountedList = { method: 'traffic.list', events: ['exchange.added', 'capture.added'] }

const setQuery = (query: string): void => setPlace('traffic', { query })

const ORDERS: readonly { readonly value: TrafficOrder; readonly label: string }[] = [
  { value: 'time', label: 'Time' },
  { value: 'payment', label: 'Payment' },
]

function OrderSwitch({ order }: { readonly order: TrafficOrder }) {
  const name = useId()
  return (
    <div className="seg" role="radiogroup" aria-label="Order by">
      {ORDERS.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === order}
            onChange={() => setPlace('traffic', { view: value })}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

function forget(view: ListView, views: readonly ListView[]): void {
  setPreferences({ trafficFilters: views.filter((other) => other.name !== view.name) })
  showToast({
    icon: 'trash',
    text: `Filter "${view.name}" deleted`,
    action: { label: 'Undo', run: () => setPreferences({ trafficFilters: [...views] }) },
  })
}

function Archives({ query }: { readonly query: string }) {
  const bench = useBench()
  const projectId = useProjectFilter()
  return (
    <Menu
      label="Archives"
      align="end"
      trigger={<Button icon="download" aria-label="HTTP archives (HAR)" title="HTTP archives (HAR)" />}
    >
      <MenuItem icon="download" onSelect={() => saveHar(bench, listOf(query, projectId))}>
        {query === '' ? 'Save this list as HAR' : 'Save what fits the filter as HAR'}
      </MenuItem>
      <MenuItem icon="download" onSelect={() => saveHar(bench, { callbacks: true })}>
        Save everything as HAR, callbacks too
      </MenuItem>
      <MenuLine />
      <MenuItem icon="up" onSelect={() => pickHar(bench)}>
        Import a HAR file…
      </MenuItem>
    </Menu>
  )
}

/** Filter, saved filters, the order of the list, and archives. */
export function TrafficBar({ query, order, waiting, onShowWaiting, onLeave }: TrafficBarProps) {
  const saved = usePreferences((state) => state.trafficFilters)
  const views = [...TRAFFIC_VIEWS, ...saved]
  const counts = useViewCounts(views, COUNTED)
  const used = saved.find((view) => view.query === query)
  return (
    <>
      <div className="pane-bar">
        <h1 className="pane-title sr">Traffic</h1>
        <FilterBox
          label="Filter traffic"
          placeholder="path, refused:yes, contract:5.7, or any text of a body"
          fields={EXCHANGE_QUERY_FIELDS}
          query={query}
          onQuery={setQuery}
          onLeave={onLeave}
        />
        <OrderSwitch order={order} />
        <Button
          icon="bookmark"
          aria-label="Save this filter"
          disabled={query === ''}
          onClick={() => openDialog({ kind: 'saveFilter', query, list: 'traffic' })}
        />
        <Archives query={query} />
      </div>
      <div className="views">
        <div className="scroll-x" role="group" aria-label="Saved filters">
          {views.map((view) => {
            const count = counts.get(view.query)
            return (
              <button
                key={`${view.name}:${view.query}`}
                type="button"
                className="view"
                aria-pressed={view.query === query}
                title={view.query === '' ? 'All traffic' : view.query}
                onClick={() => setQuery(view.query)}
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
          <button type="button" className="pill-new" onClick={onShowWaiting}>
            <Icon name="up" small />
            {formatCount(waiting)} new
          </button>
        )}
      </div>
    </>
  )
}
