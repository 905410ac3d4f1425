import { BenchError } from '#protocol/bench-error'
import { dispatch } from '#protocol/dispatch'
import type { EventLog } from '#protocol/event-log'
import type { Handlers, MethodName, Params, Result } from '#protocol/methods'
import type { ScenarioBench } from '#scenarios/running/scenario-bench'

/**
 * A bench as its own scenarios see it: calls go to its handlers with the same checks as over a connection, and events
 * come from its log. Nothing is missed, so it never restarts.
 */
export function benchInProcess(
  {
    handlers,
    events,
    ending,
  }: {
    readonly handlers: () => Partial<Handlers>
    readonly events: EventLog
    /** Aborted once nothing may be called any more. */
    readonly ending: AbortSignal
  },
  onBug: (error: unknown) => void,
): ScenarioBench {
  return {
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      if (ending.aborted) throw new BenchError('unavailable', 'The bench is closing.')
      const outcome = await dispatch(handlers(), name, params, onBug)
      if ('error' in outcome) throw BenchError.from(outcome.error)
      // dispatch has checked the shape.
      return outcome.result as Result<Name>
    },
    onEvent: (listener) =>
      events.subscribe(({ event }) => {
        listener(event)
      }),
    onRestart: () => () => undefined,
  }
}
