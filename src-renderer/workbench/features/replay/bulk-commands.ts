import type { ReplayJob } from '#protocol/replay'
import type { Command } from '#window/commands/command'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { jobWords } from './bulk-jobs'
import { composeMessage } from './replay-commands'

/** A new message, and replays of many. */
export const BULK_COMMANDS: readonly Command<{ readonly replay: ReplayJob | undefined }>[] = [
  {
    id: 'compose',
    icon: 'plus',
    label: 'Compose a message…',
    run: composeMessage,
  },
  {
    id: 'replay all',
    icon: 'callbacks',
    label: 'Replay everything that the filter of Callbacks matches…',
    note: () => preferencesStore.getState().callbacks.query,
    does: 'replay.start',
    async run(bench) {
      const { callbacks, projectId } = preferencesStore.getState()
      const { query } = callbacks
      const list = callbacks.view === 'captured' ? 'captures' : 'callbacks'
      const scope = { ...(query === '' ? {} : { query }), ...(projectId === null ? {} : { projectId }) }
      const { total } = await bench.call(`${list}.list`, { ...scope, limit: 1 })
      const what = { kind: 'query', query, projectId: projectId ?? undefined } as const
      openDialog({ kind: 'bulkReplay', choice: { list, what, count: total } })
    },
  },
  {
    id: 'bulk replay',
    icon: 'callbacks',
    label: 'Show the last bulk replay',
    run: () => openDialog({ kind: 'bulkReplay' }),
  },
  {
    id: 'stop bulk replay',
    icon: 'close',
    label: 'Stop the bulk replay',
    note: ({ replay }) => (replay === undefined ? '' : jobWords(replay)),
    does: 'replay.cancel',
    when: ({ replay }) => replay !== undefined,
    async run(bench, { replay }) {
      if (replay === undefined) return
      const job = await bench.call('replay.cancel', { id: replay.id })
      showToast({ icon: 'state-dropped', text: `The bulk replay was ${jobWords(job)}` })
    },
  },
]
