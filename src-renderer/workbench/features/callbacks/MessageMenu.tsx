import type { CallbackSummary } from '../../../../src-main/protocol/messages'
import { answerLikeCaptured } from '../answers/answer-commands'
import { beginRuleLike } from '../faults/fault-commands'
import { useCallbackDetail } from '../../message-view/use-message'
import { editMessage, replayAsItIs } from '../replay/replay-commands'
import { replayChosen } from '../replay/replay-chosen'
import { QUICK_CHECK_WORDS, QUICK_CHECKS } from '../../../../src-main/protocol/checks'
import { runCheck } from '../checks/check-commands'
import { RETRY_COMMANDS, retryReason, runRetry } from '../retries/retry-commands'
import { copyCallbackLink } from '../../navigation/copy-link'
import { openAnnotation } from '../../navigation/open-annotation'
import { explainMessage } from '../../navigation/explain-message'
import { useBench } from '../../state/bench'
import { showFailure } from '../../state/toasts'
import { harParams } from '../traffic/chosen'
import { copyAsCurl, copyAsRaw, goesToFile } from '../traffic/copy-many'
import { chosenNumber } from '../../list/chosen-messages'
import type { Chosen } from '../../list/chosen-messages'
import { saveHar } from '../traffic/har-jobs'
import { MenuGroup, MenuItem, MenuLine, PointMenu } from '../../ui/Menu'
import { formatCount } from '../../lib/figures'
import type { CallbackSide } from '../../navigation/callback-view'
import { openMessageOnPage, openPayment } from '../../navigation/callback-view'
import type { CallbackId } from '../../../../src-main/domain/ids'

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
