import { createCaptureListener, createPlatformListener } from '#net/intake-listeners'
import { type BindRequest, createHealthCheck } from '#net/listener'
import { createHostGuard } from '#net/host-guard'
import type { IntakeRequest, HttpResponse, ReceivedRequest, WrittenResponse } from '#lib/http-message/message'
import type { ListenerName, MalformedRequest } from '#net/intake/malformed'
import type { BodyBudget } from '#net/intake/body'
import type { IntakeLimits } from '#net/intake/limits'
import type { KeyAndCertificate } from '#net/tls/certificates'
import type { PlatformApp } from '#platform/platform-app'
import { jsonResponse } from '#lib/http-message/response'

/** A listener under test with everything it reported. */
export interface TestListener {
  readonly name: ListenerName
  readonly port: number
  readonly requests: IntakeRequest[]
  readonly malformed: MalformedRequest[]
  readonly sent: WrittenResponse[]
  readonly logged: string[]
  close(): Promise<void>
}

export interface TestListenerOptions {
  readonly limits?: Partial<IntakeLimits>
  readonly tls?: KeyAndCertificate
  readonly respond?: (request: ReceivedRequest) => Promise<HttpResponse>
  /** Default: a budget as large as that of a bench. */
  readonly bodies?: BodyBudget
}

/** Short enough for tests, long enough for a busy machine. */
export const TEST_LIMITS: Partial<IntakeLimits> = {
  maxBodyBytes: 64 * 1024,
  headersTimeoutMs: 600,
  requestTimeoutMs: 1200,
  checkIntervalMs: 50,
  lingerMs: 100,
}

const anyFreePort: BindRequest = { host: '127.0.0.1', port: { kind: 'default', port: 0 } }

export async function openTestListener(
  name: ListenerName,
  options: TestListenerOptions = {},
): Promise<TestListener> {
  const requests: IntakeRequest[] = []
  const malformed: MalformedRequest[] = []
  const sent: WrittenResponse[] = []
  const logged: string[] = []
  const respond = options.respond ?? (() => Promise.resolve(jsonResponse(200, { status: 'success' })))
  const shared = {
    ...(options.bodies === undefined ? {} : { bodies: options.bodies }),
    ...(options.tls === undefined ? {} : { tls: options.tls }),
    allowHost: createHostGuard({ bindAddress: '127.0.0.1', allowedHosts: [] }),
    health: createHealthCheck('9.8.7', () => false),
    limits: { ...TEST_LIMITS, ...options.limits },
    log: ({ message }: { readonly message: string }) => {
      logged.push(message)
    },
  }
  const onMalformed = (seen: MalformedRequest): Promise<void> => {
    malformed.push(seen)
    return Promise.resolve()
  }
  const app: PlatformApp = {
    async handle(request) {
      requests.push(request)
      return { response: await respond(request), afterResponse: (done) => void sent.push(done) }
    },
  }
  const listener =
    name === 'platform'
      ? createPlatformListener({ ...shared, app, onMalformed })
      : createCaptureListener({
          ...shared,
          onMalformed,
          async onCapture(request) {
            requests.push({ ...request, tooLarge: false, targetTooLong: false })
            return { kind: 'response', response: await respond(request), delayMs: 0 }
          },
          onResponded: (_request, done) => {
            if (done !== null) sent.push(done)
          },
        })
  return {
    name,
    port: (await listener.listen(anyFreePort)).port,
    requests,
    malformed,
    sent,
    logged,
    close: () => listener.close({ graceMs: 200 }),
  }
}
