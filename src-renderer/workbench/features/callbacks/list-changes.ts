import type { ProjectId } from '../../../../src-main/domain/ids'
import type { BenchEvent } from '../../../../src-main/protocol/events'
import type { CallbackSummary, ExchangeSummary } from '../../../../src-main/protocol/messages'
import type { LiveChanges } from '../../list/list-state'

/** What a batch of events means for the callbacks of a project, or of all. */
export function callbackChanges(
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<CallbackSummary> {
  const changes = events.flatMap((event) =>
    event.type === 'callback.changed' && (projectId === undefined || event.callback.projectId === projectId)
      ? [event]
      : [],
  )
  return {
    changed: changes.filter((event) => !event.isNew).map((event) => event.callback),
    added: changes.filter((event) => event.isNew).map((event) => event.callback),
  }
}

/** What a batch of events means for the captured requests of a project, or of all. An answer may come late. */
export function captureChanges(
  events: readonly BenchEvent[],
  projectId: ProjectId | undefined,
): LiveChanges<ExchangeSummary> {
  const capturesOf = (type: 'capture.added' | 'capture.changed'): readonly ExchangeSummary[] =>
    events.flatMap((event) =>
      event.type === type && (projectId === undefined || event.capture.projectId === projectId)
        ? [event.capture]
        : [],
    )
  return { changed: capturesOf('capture.changed'), added: capturesOf('capture.added') }
}
