import type { BenchClient } from '#protocol/client'
import type { CallbackSummary } from '#protocol/messages'
import { formatDuration } from '#window/lib/time'
import { useShown } from '#window/list/shown-rows'
import { openMessageOnPage, readView } from '#window/navigation/views'
import { showMessageTab } from '#window/message-view/shown-message'
import { openPlace, preferencesStore } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { wantFocus } from '#window/ui/focus'
import { callbackLook } from '#window/ui/StatusMark.tsx'

export const COMPOSE = 'compose'

export const replayDraftId = (id: string): string => `replay:${id}`

export function editMessage(id: string): void {
  openMessage(id)
  showMessageTab('edit')
  wantFocus(replayDraftId(id))
}

export function composeMessage(): void {
  wantFocus(COMPOSE)
  openMessageOnPage('sent', COMPOSE)
}

/** Shows a message in its list. Keeps the filter if the Callbacks page last showed that list; otherwise clears it. */
export function openMessage(id: string): void {
  const side = id.startsWith('ex_') ? 'captured' : 'sent'
  const isShown = readView(preferencesStore.getState().callbacks.view) === side
  if (isShown) openPlace('callbacks', { selection: id })
  else openMessageOnPage(side, id)
}

const MAX_RESPONSE_WAIT_MS = 1000

/** The message as it is once its first attempt has ended, or after a second. */
function afterFirstAttempt(bench: BenchClient, sent: CallbackSummary): Promise<CallbackSummary> {
  return new Promise((resolve) => {
    let latest = sent
    const stop = bench.onEvent((event) => {
      if (event.type !== 'callback.changed' || event.callback.id !== sent.id) return
      latest = event.callback
      if (latest.attemptCount > 0) settle()
    })
    const timer = setTimeout(settle, MAX_RESPONSE_WAIT_MS)
    function settle(): void {
      clearTimeout(timer)
      stop()
      resolve(latest)
    }
  })
}

function replayWords({ state, target, attemptCount, lastStatus, lastDurationMs }: CallbackSummary): string {
  if (attemptCount > 0) {
    return lastStatus === undefined
      ? 'Sent again, no response'
      : `Sent again, response ${lastStatus} after ${formatDuration(lastDurationMs ?? 0)}`
  }
  return state === 'delivering'
    ? `Sent again to ${target ?? 'nowhere'}, no response yet`
    : `The replay is ${state}`
}

export async function replayAsItIs(bench: BenchClient, id: string): Promise<void> {
  const sent = await bench.call('callbacks.replay', { id, signing: 'keep' })
  useShown.setState({ sentId: sent.id })
  const replay = await afterFirstAttempt(bench, sent)
  showToast({
    icon: callbackLook(replay).icon,
    text: replayWords(replay),
    action: { label: 'Show', run: () => openMessage(replay.id) },
  })
}
