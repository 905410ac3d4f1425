import type { HealthCheck } from '#net/health'
import type { HostGuard } from '#net/host-guard'
import { bindListener, type BindOutcome, type BindRequest } from '#net/listener'
import type { Log } from '#net/log'
import { openIntake } from './intake'
import type { IntakeOptions } from './intake-request'
import type { IntakeLimits } from './limits'
import { createServer, type ServerTls } from './server'
import { createSharedBounds, type SharedBounds } from './shared-bounds'

/** Options of every listener with an intake. */
export interface IntakeListenerOptions {
  /** Absent: plain HTTP. The bench opens one listener of each kind. */
  readonly tls?: ServerTls
  readonly allowHost: HostGuard
  readonly health: HealthCheck
  readonly limits?: Partial<IntakeLimits>
  /** The limits that the listeners of one bench share; absent: the listener has separate ones. */
  readonly shared?: SharedBounds
  readonly log: Log
  /** Wall time, milliseconds since 1970; for tests. */
  readonly now?: () => number
}

/** A listener of the platform or of the merchant. */
export interface IntakeListener {
  listen(request: BindRequest): Promise<BindOutcome>
  /** Stops accepting connections, lets requests in flight finish within `graceMs`, then ends every connection. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/** Creates a listener on node:http or node:https whose requests the intake reads. */
export function createIntakeListener(
  { tls, allowHost, health, shared = createSharedBounds(), log }: IntakeListenerOptions,
  own: Omit<IntakeOptions, 'guard' | 'health' | 'shared' | 'log'>,
): IntakeListener {
  const server = createServer(tls ?? null, own.limits, (request, response) => {
    intake.handle(request, response)
  })
  const intake = openIntake(server, tls !== undefined, { ...own, guard: allowHost, health, shared, log })
  return { listen: (request) => bindListener(server, request), close: intake.close }
}
