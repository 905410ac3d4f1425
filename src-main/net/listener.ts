import { once } from 'node:events'
import type { Server } from 'node:net'
import { StartProblem } from '#lib/error-text'
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

/** `movedFrom`: the default port that was in use, or null if the requested port was free. */
export interface BoundPort {
  readonly port: number
  readonly movedFrom: number | null
}

const FURTHER_PORTS = 50
const LAST_PORT = 65_535

/** Binds a server to its port, or to the next free port after a default one; otherwise throws a StartProblem. */
export async function bindListener(server: Server, { host, port }: BindRequest): Promise<BoundPort> {
  const last =
    port.kind === 'default' && port.port !== 0 ? Math.min(port.port + FURTHER_PORTS, LAST_PORT) : port.port
  for (let candidate = port.port; candidate <= last; candidate += 1) {
    const bound = await listenOnce(server, host, candidate)
    if (typeof bound === 'number')
      return { port: bound, movedFrom: candidate === port.port ? null : port.port }
    // Windows reserves ranges of ports and returns EACCES for them.
    const isTaken = bound === 'EADDRINUSE' || bound === 'EACCES'
    if (port.kind === 'explicit' || port.port === 0 || !isTaken)
      throw new StartProblem(explain(bound, host, port))
  }
  throw new StartProblem(
    `The ports ${port.port} to ${last} on ${host} are all in use. Stop the programs that use them, or choose another port.`,
  )
}

/** Returns the bound port, or the code of the error. */
async function listenOnce(server: Server, host: string, port: number): Promise<number | string> {
  server.listen({ host, port, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  }
  const address = server.address()
  return address === null || typeof address === 'string' ? 'UNKNOWN' : address.port
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
