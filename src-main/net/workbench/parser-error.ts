import type { Socket } from 'node:net'
import type { HttpResponse } from '../../lib/http-message/message'
import type { Connection, Connections } from '../intake/connection'
import { refusal } from './refusal'

interface ParserErrorContext {
  readonly connections: Connections
  /** Writes a response past the parser and ends the connection. */
  readonly refuseRaw: (socket: Socket, response: HttpResponse) => void
}

/**
 * Handles bytes that the parser rejects and requests that time out. A request whose body is still being read gets the
 * error as the result of that reading; otherwise the connection gets an error response once it is quiet.
 * @param code the code of the parser's error, such as `HPE_INVALID_METHOD`
 */
export function reportParserError(
  code: string,
  connection: Connection,
  { connections, refuseRaw }: ParserErrorContext,
): void {
  if (connection.broken) return
  const { socket, newest, reading, tail } = connection
  const { status, message } = explainParserError(code)
  if (newest?.request.complete === false) {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && reading?.excuse() === true) return
    connection.broken = true
    const interruption = { code, note: message, status: socket.writable ? status : null }
    if (reading !== null && newest.isTaken) reading.interrupt(interruption)
    else newest.interruption = interruption
    return
  }
  connection.broken = true
  const nothingArrived = tail.isEmpty() && !code.startsWith('HPE_')
  if (nothingArrived || !socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  connections.whenQuiet(connection, () => refuseRaw(socket, refusal(status, 'invalid_params', message)))
}

function explainParserError(code: string): { readonly status: number; readonly message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request was not complete in time. Send it again without pauses.' }
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The header fields are too large. Send fewer or shorter ones.' }
    default:
      return {
        status: 400,
        message: `The bytes are not a readable HTTP request (${code}). Check the client.`,
      }
  }
}
