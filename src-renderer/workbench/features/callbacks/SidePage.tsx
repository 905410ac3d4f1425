import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { ListBody } from '../../list/ListBody'
import { EmptyDetail } from '../../list/EmptyDetail'
import { ListAndDetail } from '../../list/ListAndDetail'
import { ColumnsMenu } from '../../list/ColumnsMenu'
import { orderWords } from '../../list/sort-order'
import { VirtualGrid } from '../../list/VirtualGrid'
import type { GridColumn, GridHandle } from '../../list/VirtualGrid'
import { choosingShown, isEmptySelection, NO_SELECTION } from '../../list/selection'
import { useShowsMessages } from '../../list/shown-rows'
import { useChosenRows } from '../../list/use-chosen-rows'
import type { ListLook } from '../../list/use-list-look'
import { useListPage } from '../../list/use-list-page'
import { matchesOf } from '../../list/use-paged-list'
import { isCopyKey } from '../../ui/pressed-key'
import type { UsedList } from '../../list/use-paged-list'
import { ChosenBar } from '../replay/ChosenBar'
import { useReplayKeys } from '../replay/use-replay-keys'
import { useBench, useBenchEvents } from '../../state/bench'
import { dialogStore } from '../../state/dialogs'
import { useProjectFilter } from '../../state/info'
import { setPlace, usePreferences } from '../../state/preferences'
import { chosenOf } from '../traffic/chosen'
import { copyAsCurl } from '../traffic/copy-many'
import { chosenNumber } from '../../list/chosen-messages'
import type { Chosen } from '../../list/chosen-messages'
import { CallbackBar } from './CallbackBar'
import type { CallbackSide } from '../../navigation/callback-view'
import { BurstNotice } from './BurstNotice'
import { MessageMenu } from './MessageMenu'
import type { MenuRow } from './MessageMenu'

const EMPTY = {
  sent: 'When a callback is due, its schedule, body and responses appear here. Create a payment or compose a message.',
  captured:
    'When a request arrives at the merchant address, it appears here byte for byte. Create a payment or send a request yourself.',
} as const

interface SidePageProps<Row extends MenuRow> {
  readonly side: CallbackSide
  readonly rows: UsedList<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly look: ListLook
  /** "Callbacks", with the order behind it. */
  readonly gridName: string
  readonly gridClassName: string
  /** Shown while the list is empty. */
  readonly nothing: ReactNode
  /** Ctrl+C on a row alone. */
  readonly onCopy: (row: Row) => void
  readonly detail: (id: string) => ReactNode
}

interface MenuPlace {
  readonly row: MenuRow
  readonly at: { readonly x: number; readonly y: number }
}

const idOf = (row: { readonly id: string }): string => row.id

/** One side of the page: its list beside the message that was chosen, or beside the newest one. */
export function SidePage<Row extends MenuRow>(props: SidePageProps<Row>) {
  const { side, rows, detail, columns, look } = props
  const query = usePreferences((preferences) => preferences.callbacks.query)
  const grid = useRef<GridHandle>(null)
  const pane = useRef<HTMLDivElement>(null)
  const page = useListPage('callbacks', rows, idOf, { grid, pane })
  const { shownId, detailId } = page
  const { list, state } = rows
  const [several, setSeveral] = useChosenRows(side, query)
  const knownReplays = useRef(new Set<string>())
  // A replay adds to the list, so "everything" would then be more than was selected.
  useBenchEvents((events) => {
    const replays = events.flatMap((event) => (event.type === 'replay.changed' ? [event.job.id] : []))
    const begins = replays.some((id) => !knownReplays.current.has(id))
    for (const id of replays) knownReplays.current.add(id)
    if (begins && several.kind === 'all') setSeveral(NO_SELECTION)
  })
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const bench = useBench()
  const projectId = useProjectFilter()
  const messages = side === 'sent' ? 'callbacks' : 'captures'
  const total = rows.count + state.waiting
  const chosenFor = (id: string): Chosen => {
    const chosen = chosenOf(several, id, { query, projectId, count: total })
    return chosen.kind === 'list' ? { ...chosen, list: messages } : chosen
  }
  useReplayKeys(shownId)
  useShowsMessages(messages, shownId, isEmptySelection(several) ? null : chosenFor(shownId ?? ''))

  const onRowKey = (row: Row, event: KeyboardEvent): boolean => {
    if (!isCopyKey(event)) return false
    const chosen = chosenFor(row.id)
    if (chosenNumber(chosen) > 1) copyAsCurl(bench, chosen)
    else props.onCopy(row)
    return true
  }

  return (
    <ListAndDetail
      page={page}
      pane={pane}
      label="Callbacks"
      detail={detailId === null ? <EmptyDetail text={EMPTY[side]} /> : detail(detailId)}
    >
      <CallbackBar
        side={side}
        query={query}
        matches={matchesOf(rows, query)}
        waiting={state.waiting}
        onShowWaiting={page.showWaiting}
        onLeave={page.focusList}
      >
        <ColumnsMenu grid={grid} columns={columns} look={look} />
      </CallbackBar>
      {side === 'sent' ? <BurstNotice /> : null}
      <ChosenBar
        list={messages}
        selection={several}
        query={query}
        total={total}
        onClear={() => setSeveral(NO_SELECTION)}
      />
      <ListBody
        state={state}
        count={rows.count}
        onRetry={list.refresh}
        failed="The list could not be read."
        query={query}
        onClear={() => setPlace('callbacks', { query: '' })}
        nothing={props.nothing}
      >
        <VirtualGrid
          ref={grid}
          label={`${props.gridName}, ${orderWords(look.sort)}`}
          className={props.gridClassName}
          rows={rows}
          columns={columns}
          look={look}
          keyOf={idOf}
          selectedKey={shownId}
          onSelect={({ id }) => page.choose(id)}
          onOpen={({ id }) => page.open(id)}
          onMenu={(row, at) => setMenu({ row, at })}
          onTop={page.onTop}
          selection={several}
          onSelection={choosingShown(list, setSeveral)}
          onRowKey={onRowKey}
        />
      </ListBody>
      {menu === null ? null : (
        <MessageMenu
          side={side}
          row={menu.row}
          chosen={chosenFor(menu.row.id)}
          at={menu.at}
          onClose={() => {
            setMenu(null)
            if (dialogStore.getState().open === null) page.focusList()
          }}
        />
      )}
    </ListAndDetail>
  )
}
