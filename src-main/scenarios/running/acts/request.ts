import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '#lib/error-text'
import { TASKS } from '#scenarios/foreign/tasks'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import type { RunContext } from '#scenarios/running/context'
import { StepFailure } from '#scenarios/running/result'
import { RefusedConnection, type HttpRequest, type HttpResponse } from '#scenarios/running/http'
import { evidenceOfHttp } from '#scenarios/running/texts'
import { msOf } from './bench'

const MAX_REDIRECTS = 10

/**
 * Sends a request to the merchant's own back end and follows redirects where the step says so.
 * @throws StepFailure for a malformed address, and where no response comes
 */
export async function sendRequest(run: RunContext, args: ArgsOf<'request'>): Promise<string> {
  if (args.after !== undefined) await pause(msOf(args.after), null, { signal: run.signal })
  const request = requestOf(args)
  let response = await send(run, request)
  let { url } = request
  for (let hop = 0; args.follow === true && hop < MAX_REDIRECTS; hop += 1) {
    const location = response.headers['location']
    if (response.status < 300 || response.status > 399 || location === undefined) break
    url = new URL(location, url).href
    response = await send(run, { url, method: 'GET', headers: {}, body: null })
  }
  const name = args.as ?? 'request'
  run.responses.set(name, { response, evidence: evidenceOfHttp(request, response), view: null })
  run.names.set(name, {
    http: response.status,
    headers: response.headers,
    body: await run.foreign.run(TASKS.readBody, { text: response.text }, run.signal),
    text: response.text,
    url,
  })
  return `${request.method} ${request.url}: HTTP ${response.status}`
}

async function send(run: RunContext, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await run.send(request)
  } catch (error) {
    if (run.signal.aborted || error instanceof StepFailure) throw error
    const remedy =
      error instanceof RefusedConnection ? ". Start the merchant's back end, or correct the address." : ''
    throw new StepFailure(`${request.method} ${request.url} got no response: ${errorText(error)}${remedy}`)
  }
}

function requestOf({ url, method, headers = {}, body, form }: ArgsOf<'request'>): HttpRequest {
  if (!URL.canParse(url)) throw new StepFailure(`${url} is not an address. Give it with http:// or https://.`)
  const verb = method ?? (body === undefined && form === undefined ? 'GET' : 'POST')
  if (form !== undefined) {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    return { url, method: verb, headers: { ...type, ...headers }, body: new URLSearchParams(form).toString() }
  }
  if (body === undefined) return { url, method: verb, headers, body: null }
  if (typeof body === 'string') return { url, method: verb, headers, body }
  return {
    url,
    method: verb,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}
