import type { Bench } from '#workbench/bench'
import { createCaptureListener, createPlatformListener } from '#net/intake-listeners'
import type { HealthCheck, Log } from '#net/listener'
import type { HostGuard } from '#net/host-guard'
import type { MalformedRequest } from '#net/intake/malformed'
import { createBodyBudget } from '#net/intake/body'
import type { KeyAndCertificate } from '#net/tls/certificates'
import type { PageFiles } from '#net/workbench/page'
import { createWorkbenchListener } from '#net/workbench/workbench-listener'
import type { Reaction } from '#lib/http-message/message'
import type { LaunchOptions } from '#hosts/options'
import type { Bindable } from './listener-address'

export type Listeners = ReturnType<typeof createListeners>

/** Response while the store is closing: a request that cannot be stored must not be acknowledged. */
const ENDING: Reaction = {
  kind: 'response',
  response: {
    status: 503,
    headers: [['Content-Type', 'text/plain; charset=utf-8']],
    body: new TextEncoder().encode('Paybench is closing; nothing was recorded. Try again later.\n'),
  },
  delayMs: 0,
}

export function createListeners(given: {
  readonly bench: Bench
  readonly allowHost: HostGuard
  readonly health: HealthCheck
  readonly tls: KeyAndCertificate
  /** Null if the workbench is not served. */
  readonly workbench: {
    readonly token: string
    readonly pages: PageFiles
    /** Origins that the page may frame if it was reached under `host`. */
    readonly frameOrigins: (host: string) => readonly string[]
    readonly isTls: boolean
  } | null
  /** True once the bench releases its store. */
  readonly isEnding: () => boolean
  readonly log: Log
}) {
  const { bench, allowHost, health, tls, workbench, isEnding, log } = given
  const onMalformed = async ({ listener, request, note, response }: MalformedRequest): Promise<void> => {
    if (isEnding()) return
    const source = listener === 'merchant' ? 'capture' : 'api'
    await bench.malformed.record({ source, request, note, response })
  }
  const common = { allowHost, health, log, bodies: createBodyBudget(), onMalformed }
  const platform = { ...common, app: bench.platform }
  const merchant = {
    ...common,
    onCapture: (request: Parameters<Bench['capture']['handle']>[0]) =>
      isEnding() ? Promise.resolve(ENDING) : bench.capture.handle(request),
    onResponded: (...[request, written]: Parameters<Bench['capture']['responded']>) => {
      if (!isEnding()) bench.capture.responded(request, written)
    },
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
            ...common,
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
