import { WebSocket } from 'ws'
import { parseJson } from '#lib/json/parse'
import { BenchError, type Connection, SOCKET_PATH, SOCKET_PROTOCOL } from '#protocol/connection'

const OPEN_LIMIT_MS = 10_000

/** Paybench disconnects a client that leaves more than this unread; each message is smaller. */
const MAX_MESSAGE_BYTES = 96 * 1024 * 1024

export interface BenchAddress {
  /** `workbench` of the ready line. */
  readonly url: string
  /** `token` of the ready line. */
  readonly token: string
  /** For https: PEM certificate of the authority. Default: the authorities that Node trusts (`NODE_EXTRA_CA_CERTS`). */
  readonly ca?: string | undefined
}

export interface NamedAddress extends BenchAddress {
  /** Name shown to other clients next to this client's changes. 1 to 40 characters. */
  readonly name?: string | undefined
}

export interface OpenSocket {
  readonly connection: Connection
  readonly closed: Promise<void>
  close(): void
}

/**
 * Opens a connection to the workbench listener.
 * @throws BenchError `unauthorized` for a wrong token, `invalid_params` for a wrong address, `unavailable` if no
 * bench responds
 */
export function openSocket({ url, token, ca }: BenchAddress): Promise<OpenSocket> {
  const webSocket = createSocket(url, token, ca)
  const closed = new Promise<void>((resolve) => {
    webSocket.once('close', () => resolve())
  })
  return new Promise((resolve, reject) => {
    webSocket.once('unexpected-response', (request, response) => {
      request.destroy()
      reject(refusal(url, response.statusCode ?? 0))
    })
    webSocket.on('error', (error) => {
      reject(
        new BenchError('unavailable', `No bench responds at ${url}: ${error.message}. ${remedyOf(error)}`),
      )
    })
    webSocket.once('open', () => {
      resolve({
        connection: connectionOver(webSocket),
        closed,
        close: () => webSocket.close(),
      })
    })
  })
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

const remedyOf = (error: NodeJS.ErrnoException): string =>
  UNTRUSTED.test(error.code ?? '')
    ? 'Give the certificate of its authority as ca: download it under Settings, Listeners, or use certificates/authority.pem in the data folder.'
    : 'Is it running?'

function createSocket(url: string, token: string, ca: string | undefined): WebSocket {
  if (!/^https?:\/\/[^/]+\/?$/.test(url)) {
    throw new BenchError(
      'invalid_params',
      `url: "${url}" is not the address of a bench. Give one such as http://127.0.0.1:8600.`,
    )
  }
  if (!/^[\w-]+$/.test(token)) {
    throw new BenchError('unauthorized', 'Give the token of this run: Paybench prints it when it starts.')
  }
  const address = `${url.replace(/^http/, 'ws').replace(/\/$/, '')}${SOCKET_PATH}`
  return new WebSocket(address, [SOCKET_PROTOCOL, token], {
    handshakeTimeout: OPEN_LIMIT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    ...(ca === undefined ? {} : { ca }),
  })
}

function refusal(url: string, status: number): BenchError {
  switch (status) {
    case 401:
      return new BenchError(
        'unauthorized',
        `The bench at ${url} refuses the token. Give the token that Paybench printed when it started.`,
      )
    case 503:
      return new BenchError('unavailable', `The bench at ${url} accepts no more clients. Close one.`)
    default:
      return new BenchError(
        'unavailable',
        `${url} is not a workbench of Paybench: it responds with ${status}.`,
      )
  }
}

/** A bench sends only JSON; anything else comes from another program and closes the connection. */
function connectionOver(webSocket: WebSocket): Connection {
  return {
    send(message) {
      if (webSocket.readyState === WebSocket.OPEN) webSocket.send(JSON.stringify(message))
    },
    onMessage(listener) {
      const receive = (frame: WebSocket.RawData, isBinary: boolean): void => {
        const json = isBinary ? null : parseJson(textOf(frame))
        if (json?.ok === true) listener(json.plain)
        else webSocket.close(1003, 'messages must be JSON')
      }
      webSocket.on('message', receive)
      return () => {
        webSocket.off('message', receive)
      }
    },
  }
}

function textOf(frame: WebSocket.RawData): string {
  if (Array.isArray(frame)) return Buffer.concat(frame).toString('utf8')
  return Buffer.from(frame instanceof ArrayBuffer ? new Uint8Array(frame) : frame).toString('utf8')
}
