import type { ResponseSeen, RunContext } from '#scenarios/running/context'
import type { HttpRequest } from '#scenarios/running/http'
import { remarksOnRequest } from '#scenarios/running/remarks'
import { evidenceOfHttp, jsonOf } from '#scenarios/running/texts'
import { newRequestId, recordedExchange } from './merchant'

export const WEB_FORM = { 'Content-Type': 'application/x-www-form-urlencoded' } as const

/** Sends a request as a browser does. If the platform refuses it, the evidence says why. */
export async function sendAsBrowser(
  run: RunContext,
  request: HttpRequest,
  shownBody = request.body,
): Promise<Pick<ResponseSeen, 'response' | 'evidence'>> {
  const requestId = newRequestId()
  const headers = { ...request.headers, 'X-Request-Id': requestId }
  const response = await run.send({ ...request, headers })
  const evidence = evidenceOfHttp({ ...request, body: shownBody }, response)
  const recorded = response.status < 400 ? null : await recordedExchange(run, requestId)
  const remarks = recorded === null ? [] : remarksOnRequest(recorded, jsonOf(response.text))
  return { response, evidence: { ...evidence, remarks } }
}
