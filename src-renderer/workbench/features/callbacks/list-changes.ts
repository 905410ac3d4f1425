import type { ProjectId } from '#domain/ids'
import type { BenchEvent } from '#protocol/events'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import type { LiveChanges } from '#window/list/list-state'

/** The list changes that a batch of events brings for the callbacks of one project, or of all. */
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

/** The same for captured requests. A response may be added later. */
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
