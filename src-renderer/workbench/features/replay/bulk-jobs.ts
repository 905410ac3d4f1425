import type { ReplayJob } from '#protocol/replay'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'
import { formatCount } from '#lib/words'
import type { Command } from '#window/commands/command'
import { scopeOf } from '#window/list/use-live-list'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { composeMessage } from './replay-commands'

export const isOpen = ({ state }: ReplayJob): boolean => state === 'running'

export const endedOf = (job: ReplayJob): number => job.accepted + job.refused + job.unanswered + job.left

const NONE: readonly ReplayJob[] = []

export function useBulkJobs(): readonly ReplayJob[] {
  const bench = useBench()
  const { value, reload } = useFetched('bulk replays', () => bench.call('replay.list', {}))
  useReloadOn(({ type }) => type === 'replay.changed', reload)
  return value?.items ?? NONE
}

export function differenceWords({ before, after, count, otherBody }: ReplayJob['outcomes'][number]): string {
  const body = otherBody === count ? 'different body' : `different body in ${formatCount(otherBody)}`
  return [before === after ? '' : 'different status', otherBody === 0 ? '' : body]
    .filter((text) => text !== '')
    .join(', ')
}

export const nothingDiffers = (job: ReplayJob): string =>
  `No differences${isOpen(job) ? ' so far' : ''}: every response has the status and the body of its original.`

export function jobWords(job: ReplayJob): string {
  const ended = endedOf(job)
  return job.state === 'cancelled'
    ? `cancelled after ${ended - job.left} of ${job.total}`
    : `${ended} of ${job.total} done`
}

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
    label: 'Replay everything that the Callbacks filter matches…',
    note: () => preferencesStore.getState().callbacks.query,
    does: 'replay.start',
    async run(bench) {
      const { callbacks, projectId } = preferencesStore.getState()
      const list = callbacks.view === 'captured' ? 'captures' : 'callbacks'
      const scope = scopeOf(callbacks.query, projectId ?? undefined)
      const { total } = await bench.call(`${list}.list`, { ...scope, limit: 1 })
      openDialog({ kind: 'bulkReplay', choice: { kind: 'list', list, count: total, ...scope } })
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
