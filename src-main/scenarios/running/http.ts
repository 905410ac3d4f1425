import type { HeaderList } from '#lib/http-message/message'
import type { BenchClient } from '#protocol/client'

/** Paybench behind any connection: in memory, over a socket, or in tests. */
export type ScenarioBench = Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'>

export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface HttpResponse {
  readonly status: number
  /** As received: `HTTP/1.1 200 OK`. */
  readonly startLine: string
  /** As received, in order. */
  readonly fields: HeaderList
  /** Keyed by names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body if it is not UTF-8; `text` then has U+FFFD for unreadable bytes. */
  readonly bytes?: Uint8Array
}

/** Sends over a separate connection; follows no redirects. Throws RefusedConnection, or an Error with a sentence. */
export type SendHttp = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** Nothing accepted the connection. The message names host and port, as a clause. */
export class RefusedConnection extends Error {
  override readonly name = 'RefusedConnection'
  constructor(url: string) {
    super(`nothing listens at ${new URL(url).host}`)
  }
}
