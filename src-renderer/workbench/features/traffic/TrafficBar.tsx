import { type ReactNode, useId } from 'react'
import { EXCHANGE_QUERY_FIELDS } from '#domain/query/fields'
import { CommandItems } from '#window/commands/CommandControls.tsx'
import { FilterBox } from '#window/list/FilterBox.tsx'
import { SaveFilterButton, ViewBar } from '#window/features/saved-filters/ViewBar.tsx'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { setPlace } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '#window/ui/Menu.tsx'
import { saveHar } from './har-jobs'
import { IMPORT_HAR, SAVE_EVERYTHING } from './traffic-commands'
import type { TrafficOrder } from '#window/navigation/traffic-view'
import { listOf } from './use-traffic'

interface TrafficBarProps {
  readonly query: string
  readonly order: TrafficOrder
  /** Rows that fit the filter; null without one. */
  readonly matches: number | null
  /** New rows that wait above the list. */
  readonly waiting: number
  readonly onShowWaiting: () => void
  readonly onLeave: () => void
  /** What else the list offers. */
  readonly children: ReactNode
}

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
        {query === '' ? 'Save this list as HAR' : 'Save filtered requests as HAR'}
      </MenuItem>
      <CommandItems commands={[SAVE_EVERYTHING]} subject={null} />
      <MenuLine />
      <CommandItems commands={[IMPORT_HAR]} subject={null} />
    </Menu>
  )
}

/** Filter, saved filters, the order of the list, and archives. */
export function TrafficBar(props: TrafficBarProps) {
  const { query, order, matches, waiting, onShowWaiting, onLeave, children } = props
  return (
    <>
      <div className="pane-bar">
        <h1 className="pane-title sr">Traffic</h1>
        <FilterBox
          label="Filter traffic"
          placeholder="path, refused:yes, contract:5.7, or any text of a body"
          fields={EXCHANGE_QUERY_FIELDS}
          query={query}
          matches={matches}
          onQuery={setQuery}
          onLeave={onLeave}
        />
        <OrderSwitch order={order} />
        <SaveFilterButton list="traffic" query={query} />
        <Archives query={query} />
      </div>
      <ViewBar
        list="traffic"
        query={query}
        onQuery={setQuery}
        waiting={waiting}
        onShowWaiting={onShowWaiting}
      >
        {children}
      </ViewBar>
    </>
  )
}
