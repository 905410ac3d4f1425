import type { GridHandle } from '#window/list/GridRow.tsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import type { QueryField } from '#domain/query/terms'
import type { GridColumn, ListLook } from '#window/list/columns'
import { ColumnsMenu } from '#window/list/ColumnsMenu.tsx'
import { FilterBox } from '#window/list/FilterBox.tsx'
import { EmptyDetail, ListBody, SplitPane } from '#window/list/ListBody.tsx'
import type { GridRows } from '#window/list/paged-list'
import { choosingShown, type RowSelection } from '#window/list/selection'
import { type ListPage, matchesOf, type UsedList } from '#window/list/use-paged-list'
import { VirtualGrid } from '#window/list/VirtualGrid.tsx'
import { dialogStore } from '#window/state/dialogs'
import { setPlace } from '#window/state/preferences'
import type { PageList } from '#window/state/preferences-shape'
import { SaveFilterButton, ViewBar } from './ViewBar'

export interface Point {
  readonly x: number
  readonly y: number
}

interface ListScreenProps<Row> {
  readonly page: ListPage
  readonly grid: RefObject<GridHandle | null>
  readonly pane: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly list: PageList
  readonly query: string
  readonly filter: {
    readonly label: string
    readonly placeholder: string
    readonly fields: readonly QueryField[]
  }
  readonly head: (box: ReactNode, save: ReactNode) => ReactNode
  /** Notices above the rows, and the actions on chosen rows. */
  readonly above: ReactNode
  readonly live: Pick<UsedList<unknown>, 'state' | 'count'> & {
    readonly list: Pick<UsedList<unknown>['list'], 'refresh' | 'follow'>
  }
  readonly rows: GridRows<Row>
  readonly keyOf: (row: Row) => string
  readonly columns: readonly GridColumn<Row>[]
  readonly look: ListLook
  readonly gridLabel: string
  readonly selection: RowSelection
  readonly onSelection: (selection: RowSelection) => void
  readonly onRowKey: (row: Row, event: KeyboardEvent) => boolean
  readonly failed: string
  readonly nothing: ReactNode
  readonly menu: (row: Row, at: Point, onClose: () => void) => ReactNode
  readonly detail: (id: string) => ReactNode
  readonly empty: string
}

export function ListScreen<Row>({ grid, pane, ...props }: ListScreenProps<Row>) {
  const { page, list, query, filter, live, rows, keyOf, columns, look, selection } = props
  const { state } = live
  const [menu, setMenu] = useState<{ readonly row: Row; readonly at: Point } | null>(null)
  const setQuery = (next: string): void => setPlace(page.place, { query: next })
  const closeMenu = (): void => {
    setMenu(null)
    if (dialogStore.getState().open === null) page.focusList()
  }
  return (
    <SplitPane
      label="Width of the list"
      share={page.split}
      onShare={(share) => setPlace(page.place, { split: share })}
      left={
        <section className="pane list" aria-label={props.label}>
          {props.head(
            <FilterBox
              key={list}
              {...filter}
              query={query}
              matches={matchesOf(live, query)}
              onQuery={setQuery}
              onLeave={page.focusList}
            />,
            <SaveFilterButton list={list} query={query} />,
          )}
          <ViewBar
            list={list}
            query={query}
            onQuery={setQuery}
            waiting={state.waiting}
            onShowWaiting={page.showWaiting}
          >
            <ColumnsMenu grid={grid} columns={columns} look={look} />
          </ViewBar>
          {props.above}
          <ListBody
            state={state}
            count={rows.count}
            onRetry={live.list.refresh}
            failed={props.failed}
            query={query}
            onClear={() => setQuery('')}
            nothing={props.nothing}
          >
            <VirtualGrid
              ref={grid}
              label={props.gridLabel}
              rows={rows}
              columns={columns}
              look={look}
              keyOf={keyOf}
              selectedKey={page.shownId}
              onSelect={(row) => page.choose(keyOf(row))}
              onOpen={(row) => page.open(keyOf(row))}
              onMenu={(row, at) => setMenu({ row, at })}
              onTop={page.onTop}
              selection={selection}
              onSelection={choosingShown(live.list, props.onSelection)}
              onRowKey={props.onRowKey}
            />
          </ListBody>
          {menu === null ? null : props.menu(menu.row, menu.at, closeMenu)}
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
          {page.detailId === null ? <EmptyDetail text={props.empty} /> : props.detail(page.detailId)}
        </div>
      }
    />
  )
}
