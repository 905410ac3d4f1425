import { QUICK_CHECK_WORDS, QUICK_CHECKS } from '#protocol/checks'
import type { BenchClient } from '#protocol/client'
import type { ReplayJob } from '#protocol/replay'
import type { ShownMessages } from '#window/list/shown-rows'
import { showMessageTab } from '#window/message-view/message-tab'
import { jobWords } from '#window/features/replay/bulk-jobs'
import { runCheck } from '#window/features/checks/check-commands'
import { composeMessage, editMessage, replayAsItIs } from '#window/features/replay/replay-commands'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore } from '#window/state/preferences'
import { showFailure, showToast } from '#window/state/toasts'
import { shownId } from './message-items'
import type { PaletteItem } from './palette-item'

const AS_RECEIVED: PaletteItem = {
  id: 'as received',
  group: 'Commands',
  icon: 'download',
  label: 'Compare this callback with what was received',
  run: () => showMessageTab('received'),
}

/** Checks of the receiver with the callback that is shown. */
const checkItems = (bench: BenchClient, id: string): readonly PaletteItem[] =>
  QUICK_CHECKS.map((check) => ({
    id: `check ${check}`,
    does: 'callbacks.check',
    group: 'Commands',
    icon: 'state-success',
    label: `Check the receiver: ${QUICK_CHECK_WORDS[check].name}`,
    run: () => runCheck(bench, id, check),
  }))

/** Commands that send: a new message, and the one that the Callbacks page shows. */
export function replayItems(
  bench: BenchClient,
  messages: ShownMessages | null,
  running: ReplayJob | undefined,
): readonly PaletteItem[] {
  const { callbacks } = preferencesStore.getState()
  const chosen = messages?.list === 'traffic' ? null : shownId(messages)
  const onChosen: readonly PaletteItem[] =
    chosen === null
      ? []
      : [
          {
            id: 'edit and replay',
            group: 'Commands',
            icon: 'code',
            label: 'Edit and replay this message',
            note: 'E',
            run: () => editMessage(chosen),
          },
          {
            id: 'replay',
            does: 'callbacks.replay',
            group: 'Commands',
            icon: 'callbacks',
            label: 'Replay this message as it is',
            note: 'R',
            run: () => replayAsItIs(bench, chosen),
          },
          ...(messages?.list === 'callbacks' ? [AS_RECEIVED, ...checkItems(bench, chosen)] : []),
        ]
  return [
    ...onChosen,
    {
      id: 'compose',
      group: 'Commands',
      icon: 'plus',
      label: 'Compose a message…',
      run: composeMessage,
    },
    {
      id: 'replay all',
      does: 'replay.start',
      group: 'Commands',
      icon: 'callbacks',
      label: 'Replay everything that the filter of Callbacks matches…',
      note: callbacks.query,
      run: () => {
        const { view, query } = preferencesStore.getState().callbacks
        const list = view === 'captured' ? 'captures' : 'callbacks'
        const { projectId } = preferencesStore.getState()
        const params = { ...(query === '' ? {} : { query }), ...(projectId === null ? {} : { projectId }) }
        const count =
          list === 'callbacks'
            ? bench.call('callbacks.list', { ...params, limit: 1 })
            : bench.call('captures.list', { ...params, limit: 1 })
        count.then(({ total }) => {
          const what = { kind: 'query', query, projectId: projectId ?? undefined } as const
          openDialog({ kind: 'bulkReplay', choice: { list, what, count: total } })
        }, showFailure)
      },
    },
    {
      id: 'bulk replay',
      group: 'Commands',
      icon: 'callbacks',
      label: 'Show the last bulk replay',
      run: () => openDialog({ kind: 'bulkReplay' }),
    },
    ...(running === undefined
      ? []
      : [
          {
            id: 'stop bulk replay',
            does: 'replay.cancel',
            group: 'Commands',
            icon: 'close',
            label: 'Stop the bulk replay',
            note: jobWords(running),
            run: () => stopBulkReplay(bench, running.id),
          } as const,
        ]),
  ]
}

function stopBulkReplay(bench: BenchClient, id: string): void {
  bench.call('replay.cancel', { id }).then((job) => {
    showToast({ icon: 'state-dropped', text: `The bulk replay was ${jobWords(job)}` })
  }, showFailure)
}
