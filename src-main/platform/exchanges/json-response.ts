import { type ApiError, errorBody } from '#domain/api/errors'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { Project } from '#domain/project/project'
import type { HttpResponse } from '#lib/http-message/message'
import type { ProjectId } from '#domain/ids'

const encoder = new TextEncoder()

/** Builds a compact JSON response in UTF-8, with as few escapes as possible. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: HttpResponse['headers'] = [],
): HttpResponse {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
    body: encoder.encode(JSON.stringify(body)),
  }
}

/** Builds an error response (contract 3.7), with the id of the request if its status can be requested (12 row 20). */
export function errorResponse(error: ApiError, requestId: string | null = null): HttpResponse {
  const body = errorBody(error)
  return jsonResponse(
    error.httpStatus,
    requestId === null ? body : { ...body, request_id: requestId },
    error.httpStatus === 405 ? [['Allow', 'POST']] : [],
  )
}

/** Builds the unsigned acknowledgement of an asynchronous call (contract 3.7, 11 no. 32). */
export function ackResponse(requestId: string, projectId: ProjectId, paymentId: string): HttpResponse {
  return jsonResponse(200, {
    status: 'success',
    request_id: requestId,
    project_id: projectId,
    payment_id: paymentId,
  })
}

/** Builds a response whose body is signed at the top level (contract 2.1). */
export function signedResponse(
  body: Readonly<Record<string, unknown>>,
  project: Project,
  crypto: SignatureCrypto,
): HttpResponse {
  return jsonResponse(200, { ...body, signature: signPlain(body, project.secret, crypto) })
}
