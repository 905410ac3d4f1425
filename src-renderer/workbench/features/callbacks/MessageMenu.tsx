import type { CallbackId } from '#domain/ids'
import { CommandItems } from '#window/commands/CommandControls.tsx'
import { RETRY_COMMANDS } from '#window/features/retries/retry-commands'
import { type ChosenMessage, MESSAGE_COMMANDS } from '#window/features/traffic/message-commands'
import { useCallbackDetail } from '#window/message-view/use-message'
import { openMessageOnPage, openPayment } from '#window/navigation/callback-view'
import type { CallbackSummary } from '#protocol/messages'
import { MenuGroup, MenuItem, MenuLine, PointMenu } from '#window/ui/Menu.tsx'
import { CHECK_COMMANDS, EXPLAIN, REPLAY_COMMANDS, RULE_COMMANDS } from './callback-commands'

/** What the menu needs of a row. */
export interface MenuRow {
  readonly id: string
  readonly paymentKey?: CallbackSummary['paymentKey'] | undefined
  readonly callbackId?: CallbackId | undefined
}

interface MessageMenuProps {
  readonly row: MenuRow
  /** The message of the row, with the rows that were chosen with it. */
  readonly message: ChosenMessage
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/**
 * Everything that can be done with a message of the list, or with those that were chosen with it. It closes before a dialog
 * opens, so that the dialog returns the focus to the list.
 */
export function MessageMenu({ row, message, at, onClose }: MessageMenuProps) {
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

/** Steps of the schedule; those that its state does not allow say why. */
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
