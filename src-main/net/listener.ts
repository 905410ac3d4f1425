import type { AddressInfo, Server } from 'node:net'
import type { HttpResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'

/** Port 0 means any free port. */
export type PortChoice =
  /** If it is in use, the next free port is taken. */
  | { readonly kind: 'default'; readonly port: number }
  /** The tester set it with `option`: if it is in use, that is an error. */
  | { readonly kind: 'explicit'; readonly port: number; readonly option: string }

export interface BindRequest {
  readonly host: string
  readonly port: PortChoice
}

export type BindOutcome =
  /** `movedFrom`: the default port that was in use, or null if the requested port was free. */
  | { readonly kind: 'bound'; readonly address: AddressInfo; readonly movedFrom: number | null }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

const FURTHER_PORTS = 50
const LAST_PORT = 65_535

/** Binds a server to its port, or to the next free port after a default one. Never rejects. */
export async function bindListener(server: Server, { host, port }: BindRequest): Promise<BindOutcome> {
  const last =
    port.kind === 'default' && port.port !== 0 ? Math.min(port.port + FURTHER_PORTS, LAST_PORT) : port.port
  for (let candidate = port.port; candidate <= last; candidate += 1) {
    const attempt = await listenOnce(server, host, candidate)
    if (attempt.kind === 'bound') {
      return { ...attempt, movedFrom: candidate === port.port ? null : port.port }
    }
    // Windows reserves ranges of ports and returns EACCES for them.
    const taken = attempt.code === 'EADDRINUSE' || attempt.code === 'EACCES'
    if (port.kind === 'explicit' || port.port === 0 || !taken) {
      return { kind: 'failed', code: attempt.code, message: explain(attempt.code, host, port) }
    }
  }
  return {
    kind: 'failed',
    code: 'EADDRINUSE',
    message: `The ports ${port.port} to ${last} on ${host} are all in use. Stop the programs that use them, or choose another port.`,
  }
}

type Attempt =
  | { readonly kind: 'bound'; readonly address: AddressInfo }
  | { readonly kind: 'refused'; readonly code: string }

function listenOnce(server: Server, host: string, port: number): Promise<Attempt> {
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.off('listening', onListening)
      resolve({ kind: 'refused', code: error.code ?? 'UNKNOWN' })
    }
    const onListening = (): void => {
      server.off('error', onError)
      const address = server.address()
      if (address === null || typeof address === 'string') resolve({ kind: 'refused', code: 'UNKNOWN' })
      else resolve({ kind: 'bound', address })
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen({ host, port, exclusive: true })
  })
}

function explain(code: string, host: string, port: PortChoice): string {
  const hint = port.kind === 'explicit' ? ` (requested with ${port.option})` : ''
  const remedy =
    port.kind === 'explicit'
      ? `give ${port.option} another port, or 0 for any free port`
      : 'choose another port'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port.port} on ${host}${hint} is already in use. Stop the program that uses it, or ${remedy}.`
    case 'EACCES':
      return `Port ${port.port} on ${host}${hint} may not be used by this account. Please ${remedy}.`
    case 'EADDRNOTAVAIL':
      return `The address ${host} does not belong to this computer. Give --bind one that does, such as 127.0.0.1.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${host} has no address. Give --bind an address of this computer, such as 127.0.0.1.`
    default:
      return `Cannot listen on ${host}, port ${port.port}${hint}: ${code}. Please ${remedy}.`
  }
}

/** Responds to a health check; returns null for any other request. */
export type HealthCheck = (request: {
  readonly method?: string | undefined
  readonly target: string
}) => HttpResponse | null

/**
 * Responds to `GET /health` and `HEAD /health` on every listener. Runs before the host guard, because health checks of
 * containers send an IP address or the name of a pod as the host; nothing is recorded. The response reveals only that
 * this version of Paybench runs here; pages of other origins cannot read it.
 */
export function createHealthCheck(version: string, isClosing: () => boolean): HealthCheck {
  const respond = (status: number, value: unknown): HttpResponse =>
    jsonResponse(status, value, [
      ['Cache-Control', 'no-store'],
      ['X-Content-Type-Options', 'nosniff'],
    ])
  return ({ method, target }) => {
    if ((method !== 'GET' && method !== 'HEAD') || !/^\/health(?:\?|$)/.test(target)) return null
    return isClosing() ? respond(503, { status: 'closing' }) : respond(200, { status: 'ok', version })
  }
}

export type Log = (entry: {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly error?: unknown
}) => void
