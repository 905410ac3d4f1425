import { create } from 'zustand'
import type { BenchClient } from '../../../src-main/contract/client'
import { showMessageTab } from '../message-view/message-tab'
import { setPlace, setPreferences } from '../state/preferences'
import { isTurnedAway } from '../state/refusal'
import { showFailure, showToast } from '../state/toasts'

/** Stands for the selection while a message is composed. */
export const COMPOSE = 'compose'

interface EditorFocus {
  /** Counts what was asked for; the editor that is shown next takes it. */
  readonly wanted: boolean
}

/** Whether somebody asked for the editor by key. */
export const useEditorFocus = create<EditorFocus>(() => ({ wanted: false }))

export function takeEditorFocus(): void {
  useEditorFocus.setState({ wanted: false })
}

/** Opens the message that is shown, or another one, for editing, with the cursor in its body. */
export function editMessage(id: string): void {
  setPlace('callbacks', { selection: id, view: id.startsWith('ex_') ? 'captured' : 'sent' })
  setPreferences({ page: 'callbacks' })
  showMessageTab('edit')
  useEditorFocus.setState({ wanted: true })
}

/** Opens the page where a message is written from nothing. */
export function composeMessage(): void {
  setPlace('callbacks', { view: 'sent', query: '', selection: COMPOSE })
  setPreferences({ page: 'callbacks' })
}

/** Shows a message that was sent, without leaving the part of it that is looked at. */
export function showSent(id: string): void {
  setPlace('callbacks', { view: id.startsWith('ex_') ? 'captured' : 'sent', selection: id })
}

/** Sends the same bytes once more, to the same place. */
export function replayAsItIs(bench: BenchClient, id: string): void {
  if (isTurnedAway(bench, 'callbacks.replay')) return
  bench
    .call('callbacks.replay', { id, signing: 'keep' })
    .then((replay) => {
      showToast({
        icon: 'callbacks',
        text: `Sent again to ${replay.target ?? 'nowhere'}`,
        action: { label: 'Show', run: () => showSent(replay.id) },
      })
    })
    .catch(showFailure)
}
