import type { BenchClient } from '#protocol/client'
import { openMessageOnPage, readView } from '#window/navigation/views'
import { showMessageTab } from '#window/message-view/shown-message'
import { openPlace, preferencesStore } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { wantFocus } from '#window/ui/focus'

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

export async function replayAsItIs(bench: BenchClient, id: string): Promise<void> {
  const replay = await bench.call('callbacks.replay', { id, signing: 'keep' })
  showToast({
    icon: 'callbacks',
    text: `Sent again to ${replay.target ?? 'nowhere'}`,
    action: { label: 'Show', run: () => openMessage(replay.id) },
  })
}
