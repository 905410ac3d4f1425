import type { Bench } from '#workbench/bench'
import { createCaptureListener, createPlatformListener } from '#net/intake-listeners'
import type { HealthCheck, Log } from '#net/listener'
import type { HostGuard } from '#net/host-guard'
import type { MalformedRequest, ListenerName } from '#net/intake/malformed'
import type { ServerTls } from '#net/intake/server'
import { createSharedBounds } from '#net/intake/limits'
import type { IntakeListener } from '#net/intake/intake-listener'
import type { PageFiles } from '#net/workbench/page'
import { createWorkbenchListener, type WorkbenchListener } from '#net/workbench/workbench-listener'
import type { Reaction } from '#lib/http-message/message'
import type { LaunchOptions } from '#hosts/options'
import type { Bindable } from './listener-address'
import type { MalformedMessage } from '#merchant/capture/capture-app'

/** The listeners of a bench, not yet bound. */
export interface Listeners {
  readonly platform: IntakeListener
  readonly platformTls: IntakeListener
  readonly merchant: IntakeListener
  readonly merchantTls: IntakeListener
  readonly workbench: WorkbenchListener | null
}

/** The response while the bench is closing: a request that cannot be stored must not be acknowledged. */
const ENDING: Reaction = {
  kind: 'response',
  response: {
    status: 503,
    headers: [['Content-Type', 'text/plain; charset=utf-8']],
    body: new TextEncoder().encode('Paybench is being closed; nothing was recorded. Send it again later.\n'),
  },
  delayMs: 0,
}

/** Creates the listeners of a bench. They are not bound yet. */
export function createListeners(given: {
  readonly bench: Bench
  readonly allowHost: HostGuard
  readonly health: HealthCheck
  readonly tls: ServerTls
  /** null: the workbench is not served. */
  readonly workbench: {
    readonly token: string
    readonly pages: PageFiles
    /** Returns the origins that the page may frame where it was reached under `host`. */
    readonly frameOrigins: (host: string) => readonly string[]
    readonly isTls: boolean
  } | null
  /** True as soon as the bench releases its store. */
  readonly isEnding: () => boolean
  readonly log: Log
}): Listeners {
  const { bench, allowHost, health, tls, workbench, isEnding, log } = given
  const record = async (malformed: MalformedRequest): Promise<void> => {
    if (!isEnding()) await bench.malformed.record(malformedMessage(malformed))
  }
  const shared = createSharedBounds()
  const platform = { allowHost, health, log, shared, app: bench.platform, onUnreadable: record }
  const merchant = {
    allowHost,
    health,
    log,
    shared,
    onCapture: (request: Parameters<Bench['capture']['handle']>[0]) =>
      isEnding() ? Promise.resolve(ENDING) : bench.capture.handle(request),
    onResponded: (...[request, written]: Parameters<Bench['capture']['responded']>) => {
      if (!isEnding()) bench.capture.responded(request, written)
    },
    onMalformed: record,
  }
  return {
    platform: createPlatformListener(platform),
    platformTls: createPlatformListener({ ...platform, tls }),
    merchant: createCaptureListener(merchant),
    merchantTls: createCaptureListener({ ...merchant, tls }),
    workbench:
      workbench === null
        ? null
        : createWorkbenchListener({
            bench,
            allowHost,
            health,
            log,
            shared,
            ...workbench,
            tls: workbench.isTls ? tls : null,
          }),
  }
}

/** Pairs the listeners with their ports, in the order in which the workbench lists them. */
export function bindables(
  listeners: Listeners,
  { ports, workbenchTls }: Pick<LaunchOptions, 'ports' | 'workbenchTls'>,
): readonly Bindable[] {
  const { platform, platformTls, merchant, merchantTls, workbench } = listeners
  return [
    { name: 'platform', scheme: 'http', port: ports.platform, listen: platform.listen },
    { name: 'platformTls', scheme: 'https', port: ports.platformTls, listen: platformTls.listen },
    { name: 'merchant', scheme: 'http', port: ports.merchant, listen: merchant.listen },
    { name: 'merchantTls', scheme: 'https', port: ports.merchantTls, listen: merchantTls.listen },
    ...(workbench === null || ports.workbench === null
      ? []
      : [
          {
            name: 'workbench',
            scheme: workbenchTls ? 'https' : 'http',
            port: ports.workbench,
            listen: workbench.listen,
          } as const,
        ]),
  ]
}

/**
 * Turns a request that a listener refused by itself into the message that the bench records. Without a readable head its
 * parts are empty.
 */
function malformedMessage(malformed: MalformedRequest): MalformedMessage {
  switch (malformed.kind) {
    case 'unreadable':
    case 'tlsFailed': {
      const { listener, remoteAddress, receivedAtWallMs, note, response } = malformed
      const unreadable = malformed.kind === 'unreadable'
      return {
        source: sourceOf(listener),
        request: {
          method: '',
          target: '',
          httpVersion: '',
          tlsVersion: unreadable ? malformed.tlsVersion : null,
          headers: [],
          body: unreadable ? malformed.bytes : new Uint8Array(0),
          remoteAddress,
          remotePort: unreadable ? malformed.remotePort : 0,
          receivedAtWallMs,
          truncated: unreadable && malformed.truncated,
        },
        note:
          unreadable && malformed.mixed
            ? `${note} The bytes kept begin with a request that could be read and is recorded on its own.`
            : note,
        response,
      }
    }
    default: {
      const { listener, request, note, response } = malformed
      return { source: sourceOf(listener), request, note, response }
    }
  }
}

function sourceOf(listener: ListenerName): MalformedMessage['source'] {
  switch (listener) {
    case 'platform':
      return 'api'
    case 'merchant':
      return 'capture'
  }
}
