import type { HttpResponse } from '#lib/http-message/message'
import { jsonResponse } from '#lib/http-message/response'
import type { ErrorCode, ErrorShape } from '#protocol/shapes'

const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_params: 400,
  unauthorized: 401,
  unknown_method: 404,
  not_found: 404,
  wrong_state: 409,
  conflict: 409,
  read_only: 409,
  // The call was cancelled before it was complete, for example by `clock.cancelAdvance`.
  cancelled: 409,
  internal: 500,
  unavailable: 503,
  disk_full: 507,
}

/** `{"error":{code,message,issues?}}` */
export function errorResponse(error: ErrorShape, status = STATUS_OF[error.code]): HttpResponse {
  return jsonResponse(status, { error }, [['Cache-Control', 'no-store']])
}

/** The listener's own refusal. The message says what happened and what to do. */
export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  headers: HttpResponse['headers'] = [],
): HttpResponse {
  const { headers: own, ...rest } = errorResponse({ code, message }, status)
  return { ...rest, headers: [...own, ...headers] }
}

/** Ignores the host of an absolute target, which the host guard has checked. */
export function targetParts(target: string) {
  const relative = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = relative.indexOf('?')
  const path = mark === -1 ? relative : relative.slice(0, mark)
  return {
    path: path === '' ? '/' : path,
    query: new URLSearchParams(mark === -1 ? '' : relative.slice(mark)),
  }
}
