import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ColumnsMenu } from '../../list/ColumnsMenu'
import { ListBody } from '../../list/ListBody'
import { EmptyDetail } from '../../list/EmptyDetail'
import { ListAndDetail } from '../../list/ListAndDetail'
import { choosingShown, isEmptySelection, NO_SELECTION } from '../../list/selection'
import { orderWords } from '../../list/sort-order'
import { useShowsMessages } from '../../list/shown-rows'
import { useChosenRows } from '../../list/use-chosen-rows'
import { useListLook } from '../../list/use-list-look'
import { useListPage } from '../../list/use-list-page'
import { matchesOf } from '../../list/use-paged-list'
import { VirtualGrid } from '../../list/VirtualGrid'
import type { GridHandle } from '../../list/VirtualGrid'
import { useBench } from '../../state/bench'
import { dialogStore } from '../../state/dialogs'
import { useProjectFilter } from '../../state/info'
import { setPlace, usePreferences } from '../../state/preferences'
import { isCopyKey } from '../../ui/pressed-key'
import { BY_PAYMENT, BY_TIME } from './columns'
import { copyAsCurl } from './copy-many'
import { chosenOf } from './chosen'
import { withGroups } from './grouped-rows'
import type { TrafficRow } from './grouped-rows'
import { TrafficBar } from './TrafficBar'
import { TrafficDetailPane } from './TrafficDetailPane'
import { TrafficMenu } from './TrafficMenu'
import { readOrder } from '../../navigation/traffic-view'
import { WithoutProject } from './WithoutProject'
import { useTraffic } from './use-traffic'
import '../../message-view/callbacks.css'
import { Button } from '../../ui/Button'
import { formatCount } from '../../lib/figures'
import { chosenNumber } from '../../list/chosen-messages'
import type { Chosen } from '../../list/chosen-messages'
import { CopyChosen } from './CopyChosen'
import { useLetterKeys } from '../../ui/use-letter-keys'
import { editAndSend, sendAgain } from './resend-request'
import './traffic.css'

const idOf = (row: { readonly id: string }): string => row.id

function Nothing() {
  return (
    <div className="empty">
      <h2>No requests yet</h2>
      <p>
        Every request to the platform, the form and the capture server is kept here, byte for byte, with its
        response.
      </p>
    </div>
  )
}

interface MenuPlace {
  readonly id: string
  readonly at: { readonly x: number; readonly y: number }
}

const EMPTY =
  'Requests and their responses appear here, byte for byte. Send one to the API address in the bottom bar, or clear the filter.'

/** Every request that came in at any source beside the one that was chosen, or beside the newest one. */
export function TrafficPage() {
  const bench = useBench()
  const projectId = useProjectFilter()
  const { query, selection, view } = usePreferences((state) => state.traffic)
  const order = readOrder(view)
  const byPayment = order === 'payment'
  const remembered = useListLook('traffic')
  const look = byPayment ? { ...remembered, onSort: null } : remembered
  const traffic = useTraffic(query, order, look.sort, selection === null)
  const columns = byPayment ? BY_PAYMENT : BY_TIME
  const rows = useMemo(() => withGroups(traffic, byPayment), [traffic, byPayment])
  const grid = useRef<GridHandle>(null)
  const pane = useRef<HTMLDivElement>(null)
  const page = useListPage('traffic', traffic, idOf, { grid, pane })
  const { shownId, detailId } = page
  const [several, setSeveral] = useChosenRows(order, query)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { list, state } = traffic
  useTrafficKeys(shownId)

  const chosenFor = (id: string) => chosenOf(several, id, { query, projectId, count: rows.count })
  useShowsMessages('traffic', shownId, isEmptySelection(several) ? null : chosenFor(shownId ?? ''))
  const onRowKey = ({ id }: TrafficRow, event: KeyboardEvent): boolean => {
    if (!isCopyKey(event)) return false
    copyAsCurl(bench, chosenFor(id))
    return true
  }

  return (
    <ListAndDetail
      page={page}
      pane={pane}
      label="Traffic"
      detail={
        detailId === null ? <EmptyDetail text={EMPTY} /> : <TrafficDetailPane key={detailId} id={detailId} />
      }
    >
      <TrafficBar
        query={query}
        order={order}
        matches={matchesOf(traffic, query)}
        waiting={state.waiting}
        onShowWaiting={page.showWaiting}
        onLeave={page.focusList}
      >
        <ColumnsMenu grid={grid} columns={columns} look={look} />
      </TrafficBar>
      <WithoutProject />
      {isEmptySelection(several) ? null : (
        <ChosenTraffic
          chosen={chosenFor(shownId ?? '')}
          onNone={() => {
            setSeveral(NO_SELECTION)
            page.focusList()
          }}
        />
      )}
      <ListBody
        state={state}
        count={rows.count}
        onRetry={list.refresh}
        failed="The traffic could not be listed."
        query={query}
        onClear={() => setPlace('traffic', { query: '' })}
        nothing={<Nothing />}
      >
        <VirtualGrid
          ref={grid}
          label={byPayment ? 'Traffic by payment' : `Traffic, ${orderWords(look.sort)}`}
          className={byPayment ? 'tr-grid by-payment' : 'tr-grid'}
          rows={rows}
          columns={columns}
          look={look}
          keyOf={idOf}
          selectedKey={shownId}
          onSelect={({ id }) => page.choose(id)}
          onOpen={({ id }) => page.open(id)}
          onMenu={({ id }, at) => setMenu({ id, at })}
          onTop={page.onTop}
          selection={several}
          onSelection={choosingShown(list, setSeveral)}
          onRowKey={onRowKey}
        />
      </ListBody>
      {menu === null ? null : (
        <TrafficMenu
          id={menu.id}
          chosen={chosenFor(menu.id)}
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

/** What can be done with the rows that were chosen. */
function ChosenTraffic({ chosen, onNone }: { readonly chosen: Chosen; readonly onNone: () => void }) {
  return (
    <div className="chosen-bar" role="group" aria-label="Selected requests">
      <span className="nowrap">{formatCount(chosenNumber(chosen))} selected</span>
      <CopyChosen chosen={chosen} />
      <span className="grow" />
      <Button size="small" look="quiet" onClick={onNone}>
        Clear
      </Button>
    </div>
  )
}

/** R sends the request that is shown again, E edits it. Ctrl+R still reloads the page. */
function useTrafficKeys(shownId: string | null): void {
  const bench = useBench()
  useLetterKeys((key) => {
    if (shownId === null) return null
    if (key === 'e') return () => editAndSend(bench, shownId)
    return key === 'r' ? () => sendAgain(bench, shownId) : null
  })
}
