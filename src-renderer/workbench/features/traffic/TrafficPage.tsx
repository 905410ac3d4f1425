import { idOf, scopeOf, TRAFFIC, TRAFFIC_BY_PAYMENT, useLiveList } from '#window/list/use-live-list'
import { ListScreen } from '#window/features/saved-filters/ListScreen.tsx'
import { Choice } from '#window/ui/Field.tsx'
import { BY_PAYMENT, BY_TIME } from './columns'
import { useListLook } from '#window/list/columns'
import { EmptyDetail } from '#window/list/ListBody.tsx'
import { useListPage } from '#window/list/use-paged-list'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { setPlace, usePreferences } from '#window/state/preferences'
import { useChosenMessages } from './copy-many'
import { ExchangePane } from './ExchangePane'
import {
  type ChosenMessage,
  IMPORT_HAR,
  MESSAGE_COMMANDS,
  REQUEST_COMMANDS,
  SAVE_EVERYTHING,
} from './message-commands'
import { Button } from '#window/ui/Button.tsx'
import { CopyChosen } from './CopyChosen'
import { CommandItems, useCommandKeys } from '#window/commands/CommandControls.tsx'
import './traffic.css'
import { Menu, MenuItem, MenuLine, PointMenu } from '#window/ui/Menu.tsx'
import { saveHar } from './har-jobs'

export function TrafficPage() {
  const { query, selection, view } = usePreferences((state) => state.traffic)
  const byPayment = view === 'payment'
  const order = byPayment ? 'payment' : 'time'
  const remembered = useListLook('traffic')
  const look = byPayment ? { ...remembered, onSort: null } : remembered
  const traffic = useLiveList(byPayment ? TRAFFIC_BY_PAYMENT : TRAFFIC, query, look.sort, selection === null)
  const page = useListPage('traffic', traffic, TRAFFIC.keyOf)
  const { shownId } = page
  const messages = useChosenMessages(order, 'traffic', query, traffic, shownId)
  const requestOf = (id: string): ChosenMessage => ({ list: 'traffic', id, chosen: messages.chosenFor(id) })
  useCommandKeys(
    [...Object.values(REQUEST_COMMANDS), ...MESSAGE_COMMANDS],
    shownId === null ? undefined : requestOf(shownId),
  )

  return (
    <ListScreen
      page={page}
      list="traffic"
      query={query}
      head={(box, save) => (
        <div className="pane-bar">
          <h1 className="pane-title sr">Traffic</h1>
          {box}
          <Choice
            label="Order by"
            value={order}
            options={ORDERS}
            onChange={(next) => setPlace('traffic', { view: next })}
          />
          {save}
          <Archives query={query} />
        </div>
      )}
      actions={<CopyChosen chosen={messages.chosen} />}
      rows={traffic}
      keyOf={idOf}
      columns={byPayment ? BY_PAYMENT : BY_TIME}
      look={look}
      {...(byPayment ? { gridLabel: 'Traffic by payment' } : {})}
      selection={messages.selection}
      onSelection={messages.onSelection}
      nothing={
        <EmptyDetail
          title="No requests yet"
          text="Every request to the platform, the form and the capture server is kept here, byte for byte, with its response."
        />
      }
      menu={({ id }, at, onClose) => (
        <PointMenu label="Request" at={at} onClose={onClose}>
          <CommandItems
            commands={Object.values(REQUEST_COMMANDS)}
            subject={requestOf(id)}
            onChoose={onClose}
          />
          <MenuLine />
          <CommandItems commands={MESSAGE_COMMANDS} subject={requestOf(id)} onChoose={onClose} />
        </PointMenu>
      )}
      detail={(id) => (
        <ExchangePane key={id} id={id} onLeave={() => setPlace('traffic', { selection: null })} />
      )}
      empty="To see a request here, send one to the API address in the bottom bar."
    />
  )
}

const ORDERS = [
  { value: 'time', label: 'Time' },
  { value: 'payment', label: 'Payment' },
] as const

function Archives({ query }: { readonly query: string }) {
  const bench = useBench()
  const projectId = useProjectFilter()
  return (
    <Menu label="Archives" align="end" trigger={<Button icon="download" aria-label="HTTP archives (HAR)" />}>
      <MenuItem icon="download" onSelect={() => saveHar(bench, scopeOf(query, projectId))}>
        {query === '' ? 'Save this list as HAR' : 'Save filtered requests as HAR'}
      </MenuItem>
      <CommandItems commands={[SAVE_EVERYTHING]} subject={null} />
      <MenuLine />
      <CommandItems commands={[IMPORT_HAR]} subject={null} />
    </Menu>
  )
}
