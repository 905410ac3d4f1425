import type { PlatformApp } from '#platform/platform-app'
import type { CapturedRequest, HttpResponse, Reaction, WrittenResponse } from '#lib/http-message/message'
import { ACCESS_DENIED, errorResponse, INTERNAL_ERROR, MALFORMED_REQUEST } from '#lib/http-message/response'
import type { HostGuard } from './host-guard'
import { type BodyBudget, createBodyBudget } from './intake/body'
import { createIntakeListener, type IntakeListener } from './intake/intake-listener'
import { CAPTURE_LIMITS, type IntakeLimits, PLATFORM_LIMITS } from './intake/limits'
import type { MalformedRequest, StoppedBecause } from './intake/malformed'
import type { KeyAndCertificate } from './tls/certificates'
import { responseAlone } from './intake/take-request'
import type { HealthCheck, Log } from './listener'

export interface ListenerOptions {
  /** Plain HTTP if absent. */
  readonly tls?: KeyAndCertificate
  readonly allowHost: HostGuard
  readonly health: HealthCheck
  readonly limits?: Partial<IntakeLimits>
  /** The budget shared with other listeners; a separate one if absent. */
  readonly bodies?: BodyBudget
  readonly log: Log
  /** Wall time, milliseconds since 1970; for tests. */
  readonly now?: () => number
  readonly onMalformed: (malformed: MalformedRequest) => Promise<void>
}

const intakeOptions = (options: ListenerOptions, limits: IntakeLimits) => ({
  tls: options.tls ?? null,
  guard: options.allowHost,
  health: options.health,
  limits: { ...limits, ...options.limits },
  bodies: options.bodies ?? createBodyBudget(),
  log: options.log,
  now: options.now ?? Date.now,
  onMalformed: options.onMalformed,
  errorResponse: refusalOfContract,
  withOwnFields: (response: HttpResponse) => response,
})

/** Contract 4.5: a refusal without a specific code is a `Malformed request`. */
function refusalOfContract(status: number, note: string, because: StoppedBecause | 'failed'): HttpResponse {
  const codes: Partial<Record<typeof because, number>> = {
    hostRefused: ACCESS_DENIED,
    failed: INTERNAL_ERROR,
  }
  return errorResponse(status, codes[because] ?? MALFORMED_REQUEST, note)
}

/**
 * Creates the platform's listener. The app does the routing and parses the bodies: the record needs exact bytes,
 * and every wrong content type, method or path has a specific response (contract 5.1).
 */
export function createPlatformListener(
  options: ListenerOptions & { readonly app: PlatformApp },
): IntakeListener {
  return createIntakeListener({
    ...intakeOptions(options, PLATFORM_LIMITS),
    listener: 'platform',
    async respond(request) {
      const { response, afterResponse } = await options.app.handle(request)
      return {
        reaction: { kind: 'response', response, delayMs: 0 },
        afterResponse: (sent) => {
          if (sent !== null) afterResponse(sent)
        },
      }
    },
  })
}

interface CaptureListenerOptions extends ListenerOptions {
  /** Stores a complete request and decides on the reaction. A rejection is logged and leads to a 500. */
  readonly onCapture: (request: CapturedRequest) => Promise<Reaction>
  /** Called once per captured request. `sent` is null if there was nothing to write. */
  readonly onResponded?: (request: CapturedRequest, sent: WrittenResponse | null) => void
}

/**
 * Creates the merchant's listener, which accepts any path and any method that Node parses, and keeps requests
 * byte for byte. It uses no framework, because a framework would lose the case, order and duplicates of fields.
 */
export function createCaptureListener(options: CaptureListenerOptions): IntakeListener {
  const intake = intakeOptions(options, CAPTURE_LIMITS)
  return createIntakeListener({
    ...intake,
    listener: 'merchant',
    async respond({ tooLarge, targetTooLong: _anyLengthIsCaptured, ...request }) {
      if (!tooLarge) {
        const reaction = await options.onCapture(request)
        return { reaction, afterResponse: (sent) => options.onResponded?.(request, sent) }
      }
      const note = `The body is larger than ${intake.limits.maxBodyBytes} bytes. Its beginning was recorded.`
      const response = request.completed(errorResponse(413, MALFORMED_REQUEST, note))
      await options.onMalformed({ kind: 'tooLarge', listener: 'merchant', request, note, response })
      return responseAlone(response)
    },
  })
}
