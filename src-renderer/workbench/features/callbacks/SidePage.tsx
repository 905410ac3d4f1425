import { idOf } from '#window/list/use-live-list'
import { ListScreen, type Point } from '#window/features/saved-filters/ListScreen.tsx'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'

import { type ListLook, orderWords } from '#window/list/columns'
import type { GridColumn } from '#window/list/VirtualGrid.tsx'

import {
  type Chosen,
  chosenNumber,
  isEmptySelection,
  NO_SELECTION,
  useChosenRows,
} from '#window/list/selection'
import { useShowsMessages } from '#window/list/shown-rows'
import { type UsedList, useListPage } from '#window/list/use-paged-list'
import { isCopyKey } from '#window/ui/keys'
import { CopyChosen } from '#window/features/traffic/CopyChosen.tsx'
import { isOpen, jobWords, useBulkJobs } from '#window/features/replay/bulk-jobs'
import { formatCount } from '#lib/words'
import { openDialog } from '#window/state/dialogs'
import { CommandItems, useCommandKeys } from '#window/commands/CommandControls.tsx'
import { CHECK_COMMANDS, EXPLAIN, REPLAY_COMMANDS, RULE_COMMANDS } from './callback-commands'
import { useBench, useBenchEvents } from '#window/state/bench'

import { useProjectFilter } from '#window/state/info'
import { usePreferences } from '#window/state/preferences'
import { chosenOf, copyAsCurl } from '#window/features/traffic/copy-many'
import { type CallbackSide, openMessageOnPage, openPayment, SIDES } from '#window/navigation/views'
import { Button } from '#window/ui/Button.tsx'

import { COMPOSE, composeMessage } from '#window/features/replay/replay-commands'
import { ViewHead } from '#window/features/rules/ViewHead.tsx'
import type { CallbackId } from '#domain/ids'
import { RETRY_COMMANDS } from '#window/features/retries/retry-commands'
import { type ChosenMessage, MESSAGE_COMMANDS } from '#window/features/traffic/message-commands'
import { useCallbackDetail } from '#window/message-view/use-message'
import type { CallbackSummary } from '#protocol/messages'
import { MenuGroup, MenuItem, MenuLine, PointMenu } from '#window/ui/Menu.tsx'

const WORDS = {
  sent: {
    gridName: 'Callbacks',
    filter: 'Filter callbacks',
    empty:
      'When a callback is due, its schedule, body and responses appear here. Create a payment or compose a message.',
  },
  captured: {
    gridName: 'Captured requests',
    filter: 'Filter captured requests',
    empty:
      'When a request arrives at the merchant address, it appears here byte for byte. Create a payment or send a request yourself.',
  },
} as const

interface SidePageProps<Row extends MenuRow> {
  readonly side: CallbackSide
  readonly rows: UsedList<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly look: ListLook
  readonly nothing: ReactNode
  readonly detail: (id: string) => ReactNode
}

export function SidePage<Row extends MenuRow>(props: SidePageProps<Row>) {
  const { side, rows, detail, columns, look } = props
  const query = usePreferences((preferences) => preferences.callbacks.query)
  const [page, grid, pane] = useListPage('callbacks', rows, idOf)
  const { shownId } = page
  const [several, setSeveral] = useChosenRows(side, query)
  const knownReplays = useRef(new Set<string>())
  // A replay adds to the list, so "everything" would include more than was selected.
  useBenchEvents((events) => {
    const replays = events.flatMap((event) => (event.type === 'replay.changed' ? [event.job.id] : []))
    const begins = replays.some((id) => !knownReplays.current.has(id))
    for (const id of replays) knownReplays.current.add(id)
    if (begins && several.kind === 'all') setSeveral(NO_SELECTION)
  })
  const bench = useBench()
  const projectId = useProjectFilter()
  const messages = side === 'sent' ? 'callbacks' : 'captures'
  const total = rows.count + rows.state.waiting
  const chosenFor = (id: string): Chosen => {
    const chosen = chosenOf(several, id, { query, projectId, count: total })
    return chosen.kind === 'list' ? { ...chosen, list: messages } : chosen
  }
  const messageOf = (id: string): ChosenMessage => ({ list: messages, id, chosen: chosenFor(id) })
  useCommandKeys(REPLAY_COMMANDS, shownId === null || shownId === COMPOSE ? undefined : messageOf(shownId))
  useShowsMessages(messages, shownId, isEmptySelection(several) ? null : chosenFor(shownId ?? ''))

  const onRowKey = (row: Row, event: KeyboardEvent): boolean => {
    if (!isCopyKey(event)) return false
    copyAsCurl(bench, chosenFor(row.id))
    return true
  }

  const { fields, placeholder } = SIDES[side]
  const firstChosen = several.kind === 'keys' ? [...several.keys][0] : ''
  const { gridName, filter, empty } = WORDS[side]
  return (
    <ListScreen
      page={page}
      grid={grid}
      pane={pane}
      label="Callbacks"
      list={messages}
      query={query}
      filter={{ label: filter, placeholder, fields }}
      head={(box, save) => (
        <ViewHead view={side}>
          {box}
          {save}
          <Button look="quiet" icon="plus" title="Compose a message" onClick={composeMessage}>
            Compose
          </Button>
        </ViewHead>
      )}
      above={
        <ChosenBar
          chosen={firstChosen === undefined ? null : chosenFor(firstChosen)}
          onClear={() => setSeveral(NO_SELECTION)}
        />
      }
      live={rows}
      rows={rows}
      keyOf={idOf}
      columns={columns}
      look={look}
      gridLabel={`${gridName}, ${orderWords(look.sort)}`}
      selection={several}
      onSelection={setSeveral}
      onRowKey={onRowKey}
      failed="The list could not be read."
      nothing={props.nothing}
      menu={(row, at, onClose) => (
        <MessageMenu row={row} message={messageOf(row.id)} at={at} onClose={onClose} />
      )}
      detail={detail}
      empty={empty}
    />
  )
}

interface ChosenBarProps {
  readonly chosen: Chosen | null
  readonly onClear: () => void
}

function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const running = useBulkJobs().find(isOpen)
  if (chosen === null && running === undefined) return null
  return (
    <div className="chosen-bar" role="group" aria-label="Selected messages">
      {chosen === null ? null : (
        <>
          <span className="nowrap">{formatCount(chosenNumber(chosen))} selected</span>
          <Button
            size="small"
            icon="callbacks"
            does="replay.start"
            onClick={() => openDialog({ kind: 'bulkReplay', choice: chosen })}
          >
            Replay…
          </Button>
          <CopyChosen chosen={chosen} />
        </>
      )}
      <span className="grow" />
      {running === undefined ? null : (
        <Button
          size="small"
          look="quiet"
          icon="state-processing"
          onClick={() => openDialog({ kind: 'bulkReplay' })}
        >
          Bulk replay: {jobWords(running)}
        </Button>
      )}
      {chosen === null ? null : (
        <Button size="small" look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}

interface MenuRow {
  readonly id: string
  readonly paymentKey?: CallbackSummary['paymentKey'] | undefined
  readonly callbackId?: CallbackId | undefined
}

interface MessageMenuProps {
  readonly row: MenuRow
  readonly message: ChosenMessage
  readonly at: Point
  readonly onClose: () => void
}

/**
 * The actions on a message of the list, or on those chosen with it. It closes before a dialog opens, so that the
 * dialog returns the focus to the list.
 */
function MessageMenu({ row, message, at, onClose }: MessageMenuProps) {
  const { id, paymentKey, callbackId } = row
  const isCallback = message.list === 'callbacks'
  const checkedId = isCallback ? id : callbackId
  const after = (act: () => void) => (): void => {
    onClose()
    act()
  }
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
      {callbackId === undefined ? null : (
        <MenuItem icon="callbacks" onSelect={after(() => openMessageOnPage('sent', callbackId))}>
          As sent
        </MenuItem>
      )}
      {paymentKey === undefined || paymentKey === null ? null : (
        <MenuItem icon="payments" onSelect={after(() => openPayment(paymentKey))}>
          Open the payment
        </MenuItem>
      )}
      <MenuLine />
      <CommandItems commands={MESSAGE_COMMANDS} {...items} />
    </PointMenu>
  )
}

interface RetryStepsProps {
  readonly id: string
  readonly onChoose: () => void
}

function RetrySteps({ id, onChoose }: RetryStepsProps) {
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
