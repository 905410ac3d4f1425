import type { IncomingMessage } from 'node:http'
import { clientName, CLIENT_NAME_REMEDY } from '#protocol/callers'
import { call as callBench, type ServedBench } from '#protocol/server'
import { parseJsonBytes } from '#lib/json/parse'
import { quotedText } from '#lib/limits/bounded-text'
import { readBody, type GatheredBody } from '#net/intake/body'
import type { Arrival, Connection } from '#net/intake/connection'
import type { BodyBudget } from '#net/intake/limits'
import type { HttpResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import type { Access, WorkbenchLimits } from './access'
import { errorResponse, refusal } from './respond'

export const API_PREFIX = '/api/v1/'

/**
 * Content types that are read as JSON, including the defaults of common tools. The token keeps pages of other origins
 * out.
 */
const READ_AS_JSON = /^(?:application\/(?:[\w.+-]+\+)?json|text\/plain|application\/x-www-form-urlencoded)$/i

/** The automation API: `POST /api/v1/{method}` with the params as a JSON object. An absent body means `{}`. */
export interface Api {
  respond(call: ApiCall): Promise<HttpResponse>
}

export interface ApiCall {
  readonly arrival: Arrival
  readonly connection: Connection
  readonly method: string
  readonly path: string
}

export function createApi(options: {
  readonly bench: ServedBench
  readonly access: Access
  readonly limits: WorkbenchLimits
  readonly bodies: BodyBudget
}): Api {
  const { bench, access, limits, bodies } = options

  /** Returns the refusal of a call before its body is read; null: it is acceptable. */
  const refuse = (request: IncomingMessage, path: string): HttpResponse | null => {
    if (!path.startsWith(API_PREFIX)) {
      return refusal(404, 'not_found', `There is nothing at this path. Call methods under ${API_PREFIX}.`)
    }
    if (request.method !== 'POST') {
      return refusal(405, 'invalid_params', 'This HTTP method is not allowed. Use POST.', [['Allow', 'POST']])
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
    const name = nameIn(request)
    if (name !== undefined && !clientName.safeParse(name).success) {
      return refusal(400, 'invalid_params', `Paybench-Client: this is not a name. ${CLIENT_NAME_REMEDY}`)
    }
    const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim() ?? ''
    if (type !== '' && !READ_AS_JSON.test(type)) {
      return refusal(415, 'invalid_params', 'The params are JSON. Send "Content-Type: application/json".')
    }
    return null
  }

  const call = async (
    gathered: GatheredBody,
    method: string,
    name: string | undefined,
  ): Promise<HttpResponse> => {
    if (gathered.kind === 'tooLarge') {
      return refusal(
        413,
        'invalid_params',
        `The params are larger than ${limits.maxBodyBytes} bytes. Send less.`,
      )
    }
    if (gathered.kind === 'cutOff') {
      const { note, status } = gathered.interruption
      return refusal(status ?? 400, 'invalid_params', note)
    }
    const params = readParams(gathered.bytes)
    if (!params.ok) return refusal(400, 'invalid_params', params.message)
    const client = name === undefined ? {} : { name }
    const outcome = await callBench(bench, client, quotedText(method), params.value)
    return 'result' in outcome
      ? jsonResponse(200, outcome, [['Cache-Control', 'no-store']])
      : errorResponse(outcome.error)
  }

  return {
    async respond({ arrival, connection, method, path }) {
      const { request } = arrival
      const refused = refuse(request, path)
      if (refused !== null) return refused
      const reading = readBody(request, limits.maxBodyBytes, bodies)
      connection.reading = reading
      if (arrival.interruption !== null) reading.interrupt(arrival.interruption)
      try {
        const gathered = await reading.done
        connection.reading = null
        return await call(gathered, method, nameIn(request))
      } finally {
        reading.release()
      }
    },
  }
}

/** The name that the client gives itself; in UTF-8, which Node reads as Latin-1. */
function nameIn({ headers }: IncomingMessage): string | undefined {
  const given = headers['paybench-client']
  return typeof given === 'string' ? Buffer.from(given, 'latin1').toString('utf8').trim() : undefined
}

type ReadParams =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string }

function readParams(bytes: Uint8Array): ReadParams {
  if (bytes.byteLength === 0) return { ok: true, value: {} }
  const json = parseJsonBytes(bytes)
  return json.ok ? { ok: true, value: json.plain } : { ok: false, message: json.message }
}
