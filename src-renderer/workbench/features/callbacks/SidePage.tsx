import { idOf, type LiveList, useLiveList } from '#window/list/use-live-list'
import { ListScreen, type Point } from '#window/features/saved-filters/ListScreen.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { type GridColumn, useListLook } from '#window/list/columns'
import { NO_SELECTION } from '#window/list/selection'
import { useShown } from '#window/list/shown-rows'
import { useListPage } from '#window/list/use-paged-list'
import { CopyChosen } from '#window/features/traffic/CopyChosen.tsx'
import { isOpen, jobWords, useBulkJobs } from '#window/features/replay/bulk-jobs'
import { openDialog } from '#window/state/dialogs'
import { type Command, opening } from '#window/commands/command'
import { CommandItems, useCommandKeys } from '#window/commands/CommandControls.tsx'
import { CHECK_COMMANDS, EXPLAIN, REPLAY_COMMANDS, RULE_COMMANDS } from './callback-commands'
import { useBenchEvents } from '#window/state/bench'
import type { SortField } from '#window/state/lists'
import { setPlace, usePreferences } from '#window/state/preferences'
import { showMessageTab, useMessageTab } from '#window/message-view/shown-message'
import { useChosenMessages } from '#window/features/traffic/copy-many'
import { openMessageOnPage, openPayment } from '#window/navigation/views'
import { Button } from '#window/ui/Button.tsx'
import { COMPOSE, composeMessage } from '#window/features/replay/replay-commands'
import { ViewHead } from '#window/features/rules/ViewHead.tsx'
import type { CallbackId, ProjectId } from '#domain/ids'
import { RETRY_COMMANDS } from '#window/features/retries/retry-commands'
import { type ChosenMessage, MESSAGE_COMMANDS } from '#window/features/traffic/message-commands'
import { useCallbackDetail } from '#window/message-view/use-message'
import type { CallbackSummary } from '#protocol/messages'
import { MenuGroup, MenuLine, PointMenu } from '#window/ui/Menu.tsx'

const EMPTY = {
  callbacks:
    'When a callback is due, its schedule, body and responses appear here. Create a payment or compose a message.',
  captures:
    'When a request arrives at the merchant address, it appears here byte for byte. Create a payment or send a request yourself.',
}

interface SidePageProps<Row extends MenuRow, List extends keyof typeof EMPTY> {
  readonly list: List
  readonly live: LiveList<Row, SortField<List>>
  readonly columns: readonly GridColumn<Row>[]
  readonly nothing: ReactNode
  readonly detail: (id: string) => ReactNode
}

export function SidePage<Row extends MenuRow, List extends keyof typeof EMPTY>(
  props: SidePageProps<Row, List>,
) {
  const { list, live, detail, columns } = props
  const { query, selection } = usePreferences((preferences) => preferences.callbacks)
  const look = useListLook(list)
  const rows = useLiveList(live, query, look.sort, selection === null)
  const page = useListPage('callbacks', rows, idOf)
  const { shownId } = page
  const { list: pages } = rows
  const sentId = useShown((shown) => shown.sentId)
  // A message that the tester sends is shown at once, although other new rows may wait above the list.
  useEffect(() => {
    if (list !== 'callbacks' || sentId === null || pages.state.phase !== 'ready') return
    if (pages.rowOf(sentId) < 0) pages.refresh()
  }, [list, pages, sentId])
  const messages = useChosenMessages(list, list, query, rows, shownId)
  const knownReplays = useRef(new Set<string>())
  // A new replay adds rows. A selection of all rows would include them, so it is cleared.
  useBenchEvents((events) => {
    const replays = events.flatMap((event) => (event.type === 'replay.changed' ? [event.job.id] : []))
    const hasNewReplay = replays.some((id) => !knownReplays.current.has(id))
    for (const id of replays) knownReplays.current.add(id)
    if (hasNewReplay && messages.selection.kind === 'all') messages.onSelection(NO_SELECTION)
  })
  const messageOf = (id: string): ChosenMessage => ({ list, id, chosen: messages.chosenFor(id) })
  useCommandKeys(
    [...REPLAY_COMMANDS, ...MESSAGE_COMMANDS],
    shownId === null || shownId === COMPOSE ? undefined : messageOf(shownId),
  )
  const replay = useBulkJobs().find(isOpen)
  const isEdited = useMessageTab(({ tab }) => tab === 'edit')
  const leave = (): void => {
    if (page.detailId === COMPOSE) setPlace('callbacks', { selection: null })
    else showMessageTab('body')
  }

  return (
    <ListScreen
      page={page}
      list={list}
      query={query}
      head={(box, save) => (
        <ViewHead view={list === 'callbacks' ? 'sent' : 'captured'}>
          {box}
          {save}
          <Button look="quiet" icon="plus" title="Compose a message" onClick={composeMessage}>
            Compose
          </Button>
        </ViewHead>
      )}
      actions={
        <>
          <Button
            size="small"
            icon="callbacks"
            does="replay.start"
            onClick={() => openDialog({ kind: 'bulkReplay', choice: messages.chosen })}
          >
            Replay…
          </Button>
          <CopyChosen chosen={messages.chosen} />
        </>
      }
      running={
        replay === undefined ? null : (
          <Button
            size="small"
            look="quiet"
            icon="state-processing"
            onClick={() => openDialog({ kind: 'bulkReplay' })}
          >
            Bulk replay: {jobWords(replay)}
          </Button>
        )
      }
      rows={rows}
      keyOf={idOf}
      columns={columns}
      look={look}
      selection={messages.selection}
      onSelection={messages.onSelection}
      nothing={props.nothing}
      menu={(row, at, onClose) => (
        <MessageMenu row={row} message={messageOf(row.id)} at={at} onClose={onClose} />
      )}
      detail={detail}
      empty={EMPTY[list]}
      onLeave={page.detailId === COMPOSE || (page.detailId !== null && isEdited) ? leave : undefined}
    />
  )
}

interface MenuRow {
  readonly id: string
  readonly projectId?: ProjectId | undefined
  readonly paymentKey?: CallbackSummary['paymentKey'] | undefined
  readonly callbackId?: CallbackId | undefined
}

const OPENINGS: readonly Command<MenuRow>[] = [
  opening('As sent', 'callbacks', ({ callbackId }) =>
    callbackId === undefined ? undefined : () => openMessageOnPage('sent', callbackId),
  ),
  opening('Open the payment', 'payments', ({ paymentKey }) =>
    paymentKey === undefined || paymentKey === null ? undefined : () => openPayment(paymentKey),
  ),
]

interface MessageMenuProps {
  readonly row: MenuRow
  readonly message: ChosenMessage
  readonly at: Point
  readonly onClose: () => void
}

/** Actions on a message, or on all selected ones. The menu closes, which returns the focus, before a dialog opens. */
function MessageMenu({ row, message, at, onClose }: MessageMenuProps) {
  const { id } = row
  const isCallback = message.list === 'callbacks'
  const checkedId = isCallback ? id : row.callbackId
  const items = { subject: message, onChoose: onClose }
  return (
    <PointMenu label={isCallback ? 'Callback' : 'Captured request'} at={at} onClose={onClose}>
      <CommandItems commands={REPLAY_COMMANDS} {...items} />
      {isCallback ? <RetrySteps id={id} onChoose={onClose} /> : null}
      {checkedId === undefined ? null : (
        <>
          <MenuLine />
          <MenuGroup label="Check the receiver">
            <CommandItems commands={CHECK_COMMANDS} subject={{ id: checkedId }} onChoose={onClose} />
          </MenuGroup>
        </>
      )}
      <MenuLine />
      <CommandItems commands={[EXPLAIN, ...RULE_COMMANDS]} {...items} />
      <CommandItems commands={OPENINGS} subject={row} onChoose={onClose} />
      <MenuLine />
      <CommandItems commands={MESSAGE_COMMANDS} {...items} />
    </PointMenu>
  )
}

function RetrySteps({ id, onChoose }: { readonly id: string; readonly onChoose: () => void }) {
  const { value } = useCallbackDetail(id)
  return (
    <>
      <MenuLine />
      <CommandItems
        commands={RETRY_COMMANDS}
        subject={{ id, callback: value }}
        disabled={value === null}
        onChoose={onChoose}
      />
    </>
  )
}
