import type { HttpResponse, Reaction, ReceivedRequest } from '../../lib/http-message/message'
import type { OpenWorkspace } from '../../protocol/workspaces'
import type { Bench } from '../bench'
import type { RunningWorkspace, WorkspaceSwitch } from './workspace-switch'

/** Requests that are being answered may take this long before the workspace changes, in real milliseconds. */
const GRACE_MS = 2_000

/** Passes what comes in at the listeners to the open workspace, and refuses it while none takes requests. */
export interface RequestGate extends Pick<Bench, 'platform' | 'capture' | 'malformed'> {
  /** Resolves when the requests that are being answered are answered, or after a grace period. */
  drained(): Promise<void>
}

/** Why no workspace takes requests now. */
export type UnavailableReason =
  { readonly kind: 'changing' } | { readonly kind: 'readOnly'; readonly name: string }

export function createRequestGate(
  workspaces: () => Pick<WorkspaceSwitch, 'current' | 'isChanging'>,
): RequestGate {
  const answering = new Set<Promise<unknown>>()
  const receivedBy = new WeakMap<ReceivedRequest, RunningWorkspace>()

  const unavailable = (): UnavailableReason | null => {
    const { current, isChanging } = workspaces()
    return isChanging ? { kind: 'changing' } : unavailableBy(current.workspace)
  }

  /** Lets the open workspace answer, and remembers that it does. */
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

/** What a caller of the platform or of the merchant listener gets while no workspace takes requests. Nothing is recorded. */
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

/** {@link unavailableResponse} as the merchant listener gives it. */
const unavailableReaction = (reason: UnavailableReason): Reaction => ({
  kind: 'response',
  response: unavailableResponse(reason),
  delayMs: 0,
})

/** Why the open workspace takes no requests; null: it does. */
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
