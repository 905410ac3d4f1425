import type { Send } from '#core/sending'
import { decodeUtf8 } from '#lib/bytes/utf8'
import { headersByName } from '#lib/http-message/message'
import { LIMITS } from '#lib/limits/limit-table'
import { RefusedConnection, type SendHttp } from '#scenarios/running/http'

/** From the first attempt to connect to the last byte of the response, real milliseconds. */
const TIMEOUT_MS = 30_000

/** Lets scenarios and exams send by the sender of callbacks, with its deadline for the whole exchange and its limits. */
export const httpOver =
  (send: Send): SendHttp =>
  async ({ url, method, headers, body }, signal) => {
    const bytes = new TextEncoder().encode(body ?? '')
    const { response, failure } = await send({
      url,
      method,
      headers: [
        ...Object.entries(headers),
        ...(body === null ? [] : [['Content-Length', String(bytes.byteLength)] as const]),
        ['Connection', 'close'],
      ],
      body: bytes,
      verifyCertificate: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    if (failure !== null) {
      if (failure.code === 'refused') throw new RefusedConnection(url)
      throw new Error(failure.message)
    }
    if (response === null || response.truncated)
      throw new Error(`The response of ${url} is larger than ${String(LIMITS.responseBodyBytes)} bytes.`)
    if (response.status === 101)
      throw new Error(`${url} switched to another protocol (101), which nobody asked for.`)
    const text = decodeUtf8(response.body)
    const { status, httpVersion, reasonPhrase = '' } = response
    return {
      status,
      startLine: `HTTP/${httpVersion} ${String(status)} ${reasonPhrase}`.trimEnd(),
      fields: response.headers,
      headers: headersByName(response.headers),
      text: text ?? Buffer.from(response.body).toString('utf8'),
      ...(text === undefined ? { bytes: response.body } : {}),
    }
  }
