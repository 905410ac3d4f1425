import type { CallbackSide } from '#window/navigation/callback-view'
import { openDialog } from '#window/state/dialogs'
import { type Chosen, chosenNumber } from '#window/list/chosen-messages'

/** Asks how the chosen messages are to be sent again. */
export function replayChosen(chosen: Chosen, side: CallbackSide): void {
  const what =
    chosen.kind === 'ids'
      ? ({ kind: 'ids', ids: chosen.ids } as const)
      : ({ kind: 'query', query: chosen.query ?? '', projectId: chosen.projectId } as const)
  const list = side === 'sent' ? 'callbacks' : 'captures'
  openDialog({ kind: 'bulkReplay', choice: { list, what, count: chosenNumber(chosen) } })
}
