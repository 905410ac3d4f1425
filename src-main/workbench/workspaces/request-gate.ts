import type { HttpResponse, Reaction, ReceivedRequest } from '#lib/http-message/message'
import type { OpenWorkspace } from '#protocol/workspaces'
import type { Bench } from '#workbench/bench'
import type { RunningWorkspace, WorkspaceSwitch } from './workspace-switch'

/** Time for requests in flight to finish before the workspace changes, real milliseconds. */
const GRACE_MS = 2_000

/** Passes requests from the listeners to the open workspace, and refuses them while no workspace takes requests. */
export interface RequestGate extends Pick<Bench, 'platform' | 'capture' | 'malformed'> {
  /** Resolves when the requests in flight have their responses, or after {@link GRACE_MS}. */
  drained(): Promise<void>
}

/** Why no workspace takes requests now. */
export type UnavailableReason =
  { readonly kind: 'changing' } | { readonly kind: 'readOnly'; readonly name: string }

/**
 * Creates the gate between the listeners and the open workspace.
 * @param workspaces returns the switch. It is asked for each request, because the switch and the gate need each other.
 */
export function createRequestGate(
  workspaces: () => Pick<WorkspaceSwitch, 'current' | 'isChanging'>,
): RequestGate {
  const answering = new Set<Promise<unknown>>()
  const receivedBy = new WeakMap<ReceivedRequest, RunningWorkspace>()

  const unavailable = (): UnavailableReason | null => {
    const { current, isChanging } = workspaces()
    return isChanging ? { kind: 'changing' } : unavailableBy(current.workspace)
  }

  /** Lets the open workspace respond, and counts the request as in flight meanwhile. */
  const answer = async <Answer>(
    work: (running: RunningWorkspace) => Promise<Answer>,
    instead: (reason: UnavailableReason) => Answer,
  ): Promise<Answer> => {
    const reason = unavailable()
    if (reason !== null) return instead(reason)
    const running = workspaces().current
    const promise = work(running)
    answering.add(promise)
    try {
      return await promise
    } catch (error) {
      const { current, isChanging } = workspaces()
      if (running === current && !isChanging) throw error
      return instead({ kind: 'changing' })
    } finally {
      answering.delete(promise)
    }
  }

  return {
    platform: {
      handle: (request) =>
        answer(
          async (running) => {
            const { response, afterResponse } = await running.bench.platform.handle(request)
            return {
              response,
              afterResponse: (written) => {
                if (!running.isOver) afterResponse(written)
              },
            }
          },
          (reason) => ({ response: unavailableResponse(reason), afterResponse: () => undefined }),
        ),
    },
    capture: {
      handle: (request) =>
        answer((running) => {
          receivedBy.set(request, running)
          return running.bench.capture.handle(request)
        }, unavailableReaction),
      responded(request, written) {
        const running = receivedBy.get(request)
        if (running !== undefined && !running.isOver) running.bench.capture.responded(request, written)
      },
    },
    malformed: {
      record: (malformed) =>
        answer(
          (running) => running.bench.malformed.record(malformed),
          () => undefined,
        ),
    },
    drained: () => withinGrace(Promise.allSettled(answering)),
  }
}

/** Builds the response to requests while no workspace takes them. Nothing is recorded. */
function unavailableResponse(reason: UnavailableReason): HttpResponse {
  const message =
    reason.kind === 'changing'
      ? 'Paybench is changing to another session; nothing was recorded. Send it again in a moment.'
      : `Paybench shows the session "${reason.name}" read-only; nothing was recorded. ` +
        'Go back to your own session in the workbench, or open this one live, and send it again.'
  return {
    status: 503,
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Retry-After', reason.kind === 'changing' ? '1' : '60'],
    ],
    body: new TextEncoder().encode(`${JSON.stringify({ error: { code: 'unavailable', message } })}\n`),
  }
}

/** Builds {@link unavailableResponse} as a reaction of the merchant listener. */
const unavailableReaction = (reason: UnavailableReason): Reaction => ({
  kind: 'response',
  response: unavailableResponse(reason),
  delayMs: 0,
})

/** Says why the open workspace takes no requests; null: it does. */
const unavailableBy = (workspace: OpenWorkspace): UnavailableReason | null =>
  workspace.kind === 'imported' && workspace.mode === 'readOnly'
    ? { kind: 'readOnly', name: workspace.name }
    : null

async function withinGrace(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
