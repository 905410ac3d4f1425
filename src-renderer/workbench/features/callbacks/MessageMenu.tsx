import type { CallbackSummary } from '#protocol/messages'
import { answerLikeCaptured } from '#window/features/answers/answer-commands'
import { beginRuleLike } from '#window/features/faults/fault-commands'
import { useCallbackDetail } from '#window/message-view/use-message'
import { editMessage, replayAsItIs } from '#window/features/replay/replay-commands'
import { replayChosen } from '#window/features/replay/replay-chosen'
import { QUICK_CHECK_WORDS, QUICK_CHECKS } from '#protocol/checks'
import { runCheck } from '#window/features/checks/check-commands'
import { RETRY_COMMANDS, retryReason, runRetry } from '#window/features/retries/retry-commands'
import { copyCallbackLink } from '#window/navigation/copy-link'
import { openAnnotation } from '#window/navigation/open-annotation'
import { explainMessage } from '#window/navigation/explain-message'
import { useBench } from '#window/state/bench'
import { showFailure } from '#window/state/toasts'
import { harParams } from '#window/features/traffic/chosen'
import { copyAsCurl, copyAsRaw, goesToFile } from '#window/features/traffic/copy-many'
import { type Chosen, chosenNumber } from '#window/list/chosen-messages'
import { saveHar } from '#window/features/traffic/har-jobs'
import { MenuGroup, MenuItem, MenuLine, PointMenu } from '#window/ui/Menu.tsx'
import { formatCount } from '#window/lib/figures'
import { type CallbackSide, openMessageOnPage, openPayment } from '#window/navigation/callback-view'
import type { CallbackId } from '#domain/ids'

/** What the menu needs of a row. */
export interface MenuRow {
  readonly id: string
  readonly paymentKey?: CallbackSummary['paymentKey'] | undefined
  readonly callbackId?: CallbackId | undefined
}

interface MessageMenuProps {
  readonly side: CallbackSide
  readonly row: MenuRow
  /** The rows that were chosen with it, else the row alone. */
  readonly chosen: Chosen
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Everything that can be done with a message of the list, or with those that were chosen with it. */
export function MessageMenu({ side, row, chosen, at, onClose }: MessageMenuProps) {
  const bench = useBench()
  const { id, paymentKey, callbackId } = row
  const count = chosenNumber(chosen)
  const checkedId = side === 'sent' ? id : callbackId
  const verb = goesToFile(chosen) ? 'Save' : 'Copy'
  /** Focus the list before a dialog opens, so that the dialog returns the focus to it. */
  const after = (act: () => void) => (): void => {
    onClose()
    act()
  }
  const what = count === 1 ? '' : ` (${formatCount(count)})`
  return (
    <PointMenu label={side === 'sent' ? 'Callback' : 'Captured request'} at={at} onClose={onClose}>
      <MenuItem icon="code" keys="E" onSelect={after(() => editMessage(id))}>
        Edit and replay
      </MenuItem>
      <MenuItem
        icon="callbacks"
        keys="R"
        does="callbacks.replay"
        onSelect={after(() => replayAsItIs(bench, id))}
      >
        Replay unchanged
      </MenuItem>
      {count === 1 ? null : (
        <MenuItem icon="callbacks" does="replay.start" onSelect={after(() => replayChosen(chosen, side))}>
          Replay the selected{what}…
        </MenuItem>
      )}
      {side === 'sent' ? <RetrySteps id={id} after={after} /> : null}
      {checkedId === undefined ? null : <Checks id={checkedId} after={after} />}
      <MenuLine />
      <MenuItem
        icon="signature"
        onSelect={after(() => explainMessage({ type: side === 'sent' ? 'callback' : 'capture', id }))}
      >
        Explain the signature
      </MenuItem>
      {side === 'sent' ? null : (
        <MenuItem icon="answer" does="answers.put" onSelect={after(() => answerLikeCaptured(bench, id))}>
          Respond to requests like this with…
        </MenuItem>
      )}
      {side === 'sent' ? (
        <MenuItem
          icon="warn"
          does="faults.put"
          onSelect={after(() => void bench.call('callbacks.get', { id }).then(beginRuleLike, showFailure))}
        >
          New fault rule like this…
        </MenuItem>
      ) : null}
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
      <MenuItem icon="copy" keys="Ctrl C" onSelect={after(() => copyAsCurl(bench, chosen))}>
        {verb} as curl{what}
      </MenuItem>
      <MenuItem icon="copy" onSelect={after(() => copyAsRaw(bench, chosen))}>
        {verb} as raw HTTP{what}
      </MenuItem>
      <MenuItem
        icon="note"
        keys="M"
        does="annotations.set"
        onSelect={after(() => openAnnotation(bench, { kind: side === 'sent' ? 'callback' : 'exchange', id }))}
      >
        Note and labels…
      </MenuItem>
      <MenuItem icon="copy" onSelect={after(() => copyCallbackLink(side, id))}>
        Copy link
      </MenuItem>
      <MenuItem icon="download" onSelect={after(() => saveHar(bench, harParams(chosen)))}>
        Save as HAR{what}
      </MenuItem>
    </PointMenu>
  )
}

/** Checks of the receiver with one callback. */
function Checks({ id, after }: { readonly id: string; readonly after: (act: () => void) => () => void }) {
  const bench = useBench()
  return (
    <>
      <MenuLine />
      <MenuGroup label="Check the receiver">
        {QUICK_CHECKS.map((check) => (
          <MenuItem
            key={check}
            icon="state-success"
            does="callbacks.check"
            onSelect={after(() => runCheck(bench, id, check))}
          >
            {QUICK_CHECK_WORDS[check].name}
          </MenuItem>
        ))}
      </MenuGroup>
    </>
  )
}

/** Steps of the retry control; those that its state does not allow say why. */
function RetrySteps({ id, after }: { readonly id: string; readonly after: (act: () => void) => () => void }) {
  const bench = useBench()
  const { value } = useCallbackDetail(id)
  return (
    <>
      <MenuLine />
      {RETRY_COMMANDS.map(({ action, does, label, icon, keyName }) => (
        <MenuItem
          key={action}
          icon={icon}
          keys={keyName}
          does={does}
          disabled={value === null}
          reason={value === null ? null : retryReason(action, value)}
          onSelect={after(() => runRetry(bench, action, id))}
        >
          {label}
        </MenuItem>
      ))}
    </>
  )
}
