import type { HeaderList } from '#lib/http-message/message'
import type { BenchClient } from '#protocol/client'

/** The bench over any connection: in memory, over a socket, in tests. */
export type ScenarioBench = Pick<BenchClient, 'call' | 'onEvent' | 'onRestart'>

export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface HttpResponse {
  readonly status: number
  /** As it came: `HTTP/1.1 200 OK`. */
  readonly startLine: string
  /** The fields in their order, as they came. */
  readonly fields: HeaderList
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body where it is not UTF-8; `text` then has U+FFFD for what cannot be read. */
  readonly bytes?: Uint8Array
}

/**
 * Sends a request over a connection of its own; redirects are not followed.
 * @throws RefusedConnection where nothing listens
 * @throws Error, with a sentence for people, where no complete response comes in time or within the limits
 */
export type SendHttp = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** Nothing accepted the connection. The message names host and port, as a clause. */
export class RefusedConnection extends Error {
  override readonly name = 'RefusedConnection'
  constructor(url: string) {
    super(`nothing listens at ${new URL(url).host}`)
  }
}
