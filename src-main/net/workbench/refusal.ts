import type { ErrorCode, ErrorShape } from '#protocol/shapes'
import type { HttpResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'

/** Returns the HTTP status for an error of the protocol. */
function statusOf(code: ErrorCode): number {
  switch (code) {
    case 'invalid_params':
      return 400
    case 'unauthorized':
      return 401
    case 'unknown_method':
    case 'not_found':
      return 404
    // `cancelled`: another call changed the state before this one could take effect.
    case 'wrong_state':
    case 'conflict':
    case 'read_only':
    case 'cancelled':
      return 409
    case 'internal':
      return 500
    case 'unavailable':
      return 503
    case 'disk_full':
      return 507
  }
}

/** Builds the response for an error of the protocol: `{"error":{code,message,issues?}}`. */
export function errorResponse(error: ErrorShape, status = statusOf(error.code)): HttpResponse {
  return jsonResponse(status, { error }, [['Cache-Control', 'no-store']])
}

/** Builds a refusal by the listener itself. The message says what happened and what to do. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  headers: HttpResponse['headers'] = [],
): HttpResponse {
  const { headers: own, ...rest } = errorResponse({ code, message }, status)
  return { ...rest, headers: [...own, ...headers] }
}
