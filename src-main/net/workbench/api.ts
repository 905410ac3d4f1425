import type { IncomingMessage } from 'node:http'
import { clientName, CLIENT_NAME_REMEDY } from '#protocol/callers'
import { call as callBench, type ServedBench } from '#protocol/server'
import { parseJsonBytes } from '#lib/json/parse'
import { quotedText } from '#lib/limits/bounded-text'
import { headerValues, type HttpResponse, type IntakeRequest } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import type { Access, WorkbenchLimits } from './access'
import { errorResponse, refusal } from './respond'

const API_PREFIX = '/api/v1/'

/** Includes the default types of common tools, which is safe: pages of other origins do not have the token. */
const READ_AS_JSON = /^(?:application\/(?:[\w.+-]+\+)?json|text\/plain|application\/x-www-form-urlencoded)$/i

/** The automation API: `POST /api/v1/{method}` with the params as a JSON object. An absent body means `{}`. */
export function createApi(options: {
  readonly bench: ServedBench
  readonly access: Access
  readonly limits: WorkbenchLimits
}) {
  const { bench, access, limits } = options
  return {
    /** Checks a call before its body is read. Null if acceptable. */
    refuse(request: IncomingMessage, path: string): HttpResponse | null {
      if (!path.startsWith(API_PREFIX)) {
        return refusal(404, 'not_found', `There is nothing at this path. Call methods under ${API_PREFIX}.`)
      }
      if (request.method !== 'POST') {
        return refusal(405, 'invalid_params', 'This HTTP method is not allowed. Use POST.', [
          ['Allow', 'POST'],
        ])
      }
      if (!access.isOwnOrigin(request)) {
        return refusal(
          403,
          'unauthorized',
          'Pages of another origin may not use this API. Call it from a script.',
        )
      }
      if (!access.hasBearerToken(request)) {
        return refusal(
          401,
          'unauthorized',
          'The token of this run is missing or wrong. Send "Authorization: Bearer {token}"; Paybench prints it when it starts.',
          [['WWW-Authenticate', 'Bearer']],
        )
      }
      const name = nameIn(request.headers['paybench-client'])
      if (name !== undefined && !clientName.safeParse(name).success) {
        return refusal(400, 'invalid_params', `Paybench-Client: not a valid name. ${CLIENT_NAME_REMEDY}`)
      }
      const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? ''
      if (type !== '' && !READ_AS_JSON.test(type)) {
        return refusal(415, 'invalid_params', 'Params must be JSON. Send "Content-Type: application/json".')
      }
      return null
    },

    async call({ headers, body, tooLarge }: IntakeRequest, path: string): Promise<HttpResponse> {
      if (tooLarge) {
        const message = `Params are larger than ${limits.maxBodyBytes} bytes. Send less.`
        return refusal(413, 'invalid_params', message)
      }
      const params = body.byteLength === 0 ? NO_PARAMS : parseJsonBytes(body)
      if (!params.ok) return refusal(400, 'invalid_params', params.message)
      const name = nameIn(headerValues(headers, 'paybench-client')[0])
      const client = name === undefined ? {} : { name }
      const outcome = await callBench(bench, client, quotedText(path.slice(API_PREFIX.length)), params.plain)
      return 'result' in outcome
        ? jsonResponse(200, outcome, [['Cache-Control', 'no-store']])
        : errorResponse(outcome.error)
    },
  }
}

/** The name is sent as UTF-8, but Node reads header fields as Latin-1. */
function nameIn(given: string | readonly string[] | undefined): string | undefined {
  return typeof given === 'string' ? Buffer.from(given, 'latin1').toString('utf8').trim() : undefined
}

const NO_PARAMS = { ok: true, plain: {} } as const
