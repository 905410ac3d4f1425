import type { ErrorCode, ErrorIssue, ErrorShape } from './shapes'

/** Path at which the workbench listener accepts WebSockets. */
export const SOCKET_PATH = '/api/v1/line'

/** Subprotocol of those WebSockets; a client offers it together with the token. */
export const SOCKET_PROTOCOL = 'paybench'

/** The listeners of a bench. */
export const LISTENERS = ['workbench', 'platform', 'platformTls', 'merchant', 'merchantTls'] as const

/** A connection in memory, over the desktop's channel, or over a WebSocket. */
export interface Connection {
  send(message: unknown): void
  /** Returns the function that stops listening. */
  onMessage(listener: (message: unknown) => void): () => void
}

/** A refusal, which travels over a connection as `{code, message, issues?}`; every other error is a bug. */
export class BenchError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly ErrorIssue[]

  constructor(code: ErrorCode, message: string, issues: readonly ErrorIssue[] = []) {
    super(message)
    this.name = 'BenchError'
    this.code = code
    this.issues = issues
  }

  toShape(): ErrorShape {
    const { code, message, issues } = this
    return { code, message, ...(issues.length === 0 ? {} : { issues: [...issues] }) }
  }

  static from(shape: ErrorShape): BenchError {
    return new BenchError(shape.code, shape.message, shape.issues ?? [])
  }
}
