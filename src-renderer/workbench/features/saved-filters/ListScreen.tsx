import { type ReactNode, useState } from 'react'
import { type GridColumn, type ListLook, orderWords } from '#window/list/columns'
import { ColumnsMenu } from '#window/list/ColumnsMenu.tsx'
import { FilterBox } from '#window/list/FilterBox.tsx'
import { EmptyDetail, ListBody, SplitPane } from '#window/list/ListBody.tsx'
import { chosenCount, isEmptySelection, NO_SELECTION, type RowSelection } from '#window/list/selection'
import type { ListPage, UsedList } from '#window/list/use-paged-list'
import { VirtualGrid } from '#window/list/VirtualGrid.tsx'
import { dialogStore, openDialog } from '#window/state/dialogs'
import { setPlace } from '#window/state/preferences'
import { type ListName, LISTS } from '#window/state/lists'
import { Button } from '#window/ui/Button.tsx'
import { formatCount } from '#lib/words'
import { ViewBar } from './ViewBar'

export interface Point {
  readonly x: number
  readonly y: number
}

interface ListScreenProps<Row> {
  readonly page: ListPage
  readonly list: ListName
  readonly query: string
  readonly head: (box: ReactNode, save: ReactNode) => ReactNode
  readonly actions: ReactNode
  /** Shown beside the actions, even while no rows are chosen. */
  readonly running?: ReactNode
  readonly rows: UsedList<Row>
  readonly keyOf: (row: Row) => string
  readonly columns: readonly GridColumn<Row>[]
  readonly lengthOf?: (row: Row) => number
  readonly look: ListLook
  /** Replaces the label made from the title and order of the list. */
  readonly gridLabel?: string
  readonly selection: RowSelection
  readonly onSelection: (selection: RowSelection) => void
  readonly nothing: ReactNode
  readonly menu: (row: Row, at: Point, onClose: () => void) => ReactNode
  readonly detail: (id: string) => ReactNode
  readonly empty: string
  /** Set while the detail is an editor, which gets most of the room; called when the tester leaves it. */
  readonly onLeave?: (() => void) | undefined
}

export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { page, list, query, rows, keyOf, columns, look, selection, onLeave } = props
  const { title, fields, placeholder } = LISTS[list]
  const { grid, pane } = page
  const { state } = rows
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
      isFolded={onLeave !== undefined}
      left={
        <section className="pane list" aria-label={title}>
          {props.head(
            <FilterBox
              key={list}
              label={`Filter ${title.toLowerCase()}`}
              placeholder={placeholder}
              fields={fields}
              query={query}
              matches={query === '' || state.phase !== 'ready' ? null : rows.count}
              onQuery={setQuery}
              onLeave={page.focusList}
            />,
            <Button
              icon="bookmark"
              aria-label="Save this filter"
              disabled={query === ''}
              onClick={() => openDialog({ kind: 'saveFilter', query, list })}
            />,
          )}
          <ViewBar
            list={list}
            query={query}
            onQuery={setQuery}
            waiting={state.waiting}
            onShowWaiting={page.showWaiting}
          >
            {onLeave === undefined ? (
              <ColumnsMenu grid={grid} columns={columns} look={look} />
            ) : (
              <Button size="small" keys="Esc" title="Back to the list" onClick={onLeave}>
                Done
              </Button>
            )}
          </ViewBar>
          <ChosenBar {...props} />
          <ListBody rows={rows} query={query} onClear={() => setQuery('')} nothing={props.nothing}>
            <VirtualGrid
              ref={grid}
              label={props.gridLabel ?? `${title}, ${orderWords(look.sort)}`}
              rows={rows}
              columns={columns}
              lengthOf={props.lengthOf}
              look={look}
              keyOf={keyOf}
              selectedKey={page.shownId}
              onSelect={(row) => page.choose(keyOf(row))}
              onOpen={(row) => page.open(keyOf(row))}
              onMenu={(row, at) => setMenu({ row, at })}
              onTop={page.onTop}
              selection={selection}
              onSelection={(next) => {
                // Shows the waiting rows first, so that no row is selected that the tester has not seen.
                if (next.kind === 'all') rows.list.follow(true)
                props.onSelection(next)
              }}
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
            if (event.key !== 'Escape' || event.defaultPrevented) return
            onLeave?.()
            page.focusList()
          }}
        >
          {page.detailId === null ? <EmptyDetail text={props.empty} /> : props.detail(page.detailId)}
        </div>
      }
    />
  )
}

function ChosenBar<Row>({
  list,
  actions,
  running = null,
  rows,
  selection,
  onSelection,
}: ListScreenProps<Row>) {
  const isEmpty = isEmptySelection(selection)
  if (isEmpty && running === null) return null
  const count = chosenCount(selection, rows.count + rows.state.waiting)
  return (
    <div className="bar wraps chosen-bar" role="group" aria-label={`Selected ${LISTS[list].one}s`}>
      {isEmpty ? null : (
        <>
          <span className="nowrap">{formatCount(count)} selected</span>
          {actions}
        </>
      )}
      <span className="grow" />
      {running}
      {isEmpty ? null : (
        <Button size="small" look="quiet" onClick={() => onSelection(NO_SELECTION)}>
          Clear
        </Button>
      )}
    </div>
  )
}
