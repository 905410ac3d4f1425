import { LIMITS } from '../lib/limits/limit-table'
import { missingFields, projectIdOf } from '../domain/api/check'
import { endpointOf } from '../domain/api/endpoints'
import type { ApiRequestKind } from '../domain/api/endpoints'
import { apiError } from '../domain/api/errors'
import type { ApiError } from '../domain/api/errors'
import { isRecord, valueAt } from '../domain/api/rules'
import { parseJsonBytes } from '../lib/json/parse'
import type { ParsedJson } from '../lib/json/parse'
import type { Project } from '../domain/project/project'
import { semicolonWarning } from '../domain/signature/semicolons'
import type { SignatureVerdict } from '../protocol/messages'
import type { FormApp } from './form/server/form-app'
import type { PlatformIds } from '../bench/ids'
import type { BenchPorts, OutgoingReply, PlatformRequest } from '../bench/ports'
import type { Projects } from '../bench/projects'
import { NO_SUBJECT } from '../bench/exchange-record'
import type { Subject } from '../bench/exchange-record'
import { errorResponse } from './exchanges/json-reply'
import type { Handled, PlatformAnswer, Recorder } from './exchanges/recorder'
import { refusedRequestId } from './api/refused-requests'
import { refusedSignature } from './api/refused-signature'
import type { ApiRequests } from './api/requests'
import { notSignedVerdict, unknownProjectVerdict, unreadableVerdict, verdictOf } from '../bench/verdict'

/** The signed JSON API behind the platform's listeners (contract 5). */
export interface PlatformApp {
  handle(request: PlatformRequest): Promise<PlatformAnswer>
}

type Stage =
  | { readonly ok: true; readonly kind: ApiRequestKind; readonly json: ParsedJson; readonly body: Body }
  | { readonly ok: false; readonly fault: ApiError; readonly verdict: SignatureVerdict }
/** A refusal has no answer yet: that names the request. */
type Judged = Omit<Handled, 'reply' | 'fault'> &
  (
    | { readonly reply: OutgoingReply; readonly fault: null }
    | { readonly reply: null; readonly fault: ApiError }
  )
type Body = Readonly<Record<string, unknown>>

const NOT_READ = 'it was refused before its body was read.'

export function createPlatformApp(options: {
  readonly form: FormApp
  readonly recorder: Recorder
  readonly projects: Projects
  readonly ports: BenchPorts
  readonly requests: ApiRequests
  readonly ids: PlatformIds
  readonly paymentKeyOf: (projectId: number, paymentId: string) => string | null
}): PlatformApp {
  const { form, recorder, projects, ports, requests, ids, paymentKeyOf } = options

  /** Steps 3 to 6 of the check order (contract 5.1), once the body is readable. */
  const process = (request: PlatformRequest, kind: ApiRequestKind, json: ParsedJson, body: Body): Judged => {
    const note = noteOf(request, json)
    const paymentId = valueAt(body, ['general', 'payment_id'])
    const named: Subject = { ...NO_SUBJECT, paymentId: typeof paymentId === 'string' ? paymentId : null }
    const refuse = (fault: ApiError, verdict: SignatureVerdict, subject: Subject = named): Judged => ({
      reply: null,
      fault,
      verdict,
      subject,
      note,
    })

    const missing = missingFields(kind, body)
    const projectId = projectIdOf(kind, body)
    const project = typeof projectId === 'number' ? projects.byId(projectId) : null
    const place = kind === 'statusByRequest' ? 'signature' : 'general.signature'
    const verdict =
      project === null
        ? unknownProjectVerdict(typeof projectId === 'number' ? projectId : null)
        : verdictOf({
            root: json.root,
            project,
            crypto: ports.crypto,
            surface: 'api',
            place,
          })
    if (missing !== null) return refuse(missing, verdict, subjectOf(named, project, paymentKeyOf))
    if (typeof projectId !== 'number') return refuse(projectId, verdict)
    if (project === null) return refuse(unknownProject(kind, projectId), verdict)

    const known = subjectOf(named, project, paymentKeyOf)
    const closed = closedApi(request, project)
    if (closed !== null) return refuse(closed, verdict, known)
    if (verdict.state !== 'valid') {
      const { body: bytes } = request
      const mistake = refusedSignature({
        root: json.root,
        body: bytes,
        verdict,
        project,
        projects,
        ports,
        place,
      })
      const told = project.switches.explainSignatures ? (mistake?.says ?? null) : null
      const explanation = mistake === null ? verdict.explanation : `${verdict.explanation} ${mistake.says}`
      return {
        ...refuse(wrongSignature(place, verdict, told), { ...verdict, explanation }, known),
        unfinished: mistake?.unfinished ?? null,
      }
    }
    const answer = requests.answer({ kind, body, project, fingerprint: ports.sha256Hex(request.body) })
    const subject = { ...known, paymentKey: answer.paymentKey ?? known.paymentKey }
    return answer.fault === null
      ? { reply: answer.reply, fault: null, verdict, subject, note }
      : refuse(answer.fault, verdict, subject)
  }

  return {
    handle: (request) =>
      form.handle(request) ??
      recorder.record('platform', request, (exchangeId) => {
        const stage = read(request)
        if (stage.ok) {
          const judged = process(request, stage.kind, stage.json, stage.body)
          if (judged.fault === null) return judged
          const requestId = refusedRequestId(ids, exchangeId, stage.kind, judged.subject)
          return { ...judged, reply: errorResponse(judged.fault, requestId) }
        }
        const { fault, verdict } = stage
        return {
          reply: errorResponse(fault),
          fault,
          verdict,
          subject: NO_SUBJECT,
          note: noteOf(request, null),
        }
      }),
  }
}

/** Everything that can be told before the body means something: size, path, method, type, JSON. */
function read(request: PlatformRequest): Stage {
  const refuse = (fault: ApiError, reason = NOT_READ): Stage => ({
    ok: false,
    fault,
    verdict: unreadableVerdict(reason),
  })
  if (request.targetTooLong) {
    return refuse(plainError(414, '702', '7.1', 'The request target is longer than 8192 bytes; use POST.'))
  }
  if (request.tooLarge) {
    return refuse(plainError(413, '702', '5.1', 'The body is larger than 1 MiB; send less.'))
  }
  const path = request.target.split('?', 1)[0] ?? ''
  const endpoint = endpointOf(path)
  if (endpoint === null) {
    return {
      ok: false,
      fault: plainError(
        404,
        '702',
        '5.1',
        `There is no endpoint ${path.slice(0, 200)}. Every path starts with /v2/.`,
      ),
      verdict: notSignedVerdict('This path belongs to no endpoint, so no signature was looked for.'),
    }
  }
  if (request.method !== 'POST') {
    return refuse(plainError(405, '702', '5.1', `${endpoint.label} takes POST, not ${request.method}.`))
  }
  const type = request.rawHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (type !== undefined && type.trim() !== '' && !/^\s*application\/json\s*(?:;|$)/i.test(type)) {
    return refuse(
      plainError(422, '2003', '5.1', `The content type must be application/json, not ${type.slice(0, 100)}.`),
    )
  }
  const json = parseJsonBytes(request.body, LIMITS.requestValues)
  if (!json.ok) return refuse(plainError(422, '2003', '5.1', json.message), json.message)
  if (!isRecord(json.plain)) {
    const message = 'The body must be a JSON object.'
    return refuse(plainError(422, '2003', '5.1', message), message)
  }
  return { ok: true, kind: endpoint.kind, json, body: json.plain }
}

/** A refusal that no field of the body is to blame for. */
function plainError(httpStatus: number, code: string, contract: string, message: string): ApiError {
  return apiError(httpStatus, contract, { code, field: '', constraint: 'format', message })
}

function unknownProject(kind: ApiRequestKind, projectId: number): ApiError {
  return apiError(404, '5.1', {
    code: '2442',
    field: kind === 'statusByRequest' ? 'project_id' : 'general.project_id',
    constraint: 'enum',
    message: `Project ${String(projectId)} does not exist here; see the project id in Settings.`,
  })
}

/** Switches of the project that close the API to this caller (contract 5.1). */
export function closedApi(
  request: Pick<PlatformRequest, 'httpVersion' | 'remoteAddress'>,
  project: Project,
): ApiError | null {
  const { apiFailure, allowedCallers, http10 } = project.switches
  if (apiFailure) {
    return plainError(500, '501', '5.1', 'The project switch "Platform failure" is on; nothing was changed.')
  }
  if (http10 === 'refuse' && request.httpVersion === '1.0') {
    return plainError(505, '702', '1', 'HTTP/1.0 is not supported; use HTTP/1.1 or later.')
  }
  const address = request.remoteAddress.replace(/^::ffff:/, '')
  if (allowedCallers.length > 0 && !allowedCallers.includes(address)) {
    return plainError(403, '303', '5.1', `Calls from ${address} are not allowed for this project.`)
  }
  return null
}

/** `mistake`: what the merchant's developer is told besides, where the project says so. */
export function wrongSignature(field: string, verdict: SignatureVerdict, mistake: string | null): ApiError {
  return apiError(400, '2.2', {
    code: '3261',
    field,
    constraint: 'format',
    message: `${verdict.explanation} ${mistake ?? 'Sign the whole body after every field is set.'}`,
  })
}

/** Refused requests are shown with the payment that they name, too. */
function subjectOf(
  named: Subject,
  project: Project | null,
  paymentKeyOf: (projectId: number, paymentId: string) => string | null,
): Subject {
  if (project === null) return named
  const { projectId } = project
  const paymentKey = named.paymentId === null ? null : paymentKeyOf(projectId, named.paymentId)
  return { ...named, projectId, paymentKey }
}

function noteOf(request: PlatformRequest, json: ParsedJson | null): string | null {
  const notes: string[] = []
  if (request.httpVersion === '1.0')
    notes.push('HTTP/1.0: the platform asks for HTTP/1.1 or later (contract 1).')
  if (json !== null && json.duplicateKeys.length > 0) {
    notes.push(`Repeated keys, the last value counts: ${shortened(json.duplicateKeys)}.`)
  }
  const semicolons = json === null ? null : semicolonWarning(json.root)
  if (semicolons !== null) notes.push(semicolons)
  return notes.length === 0 ? null : notes.join(' ')
}

function shortened(paths: readonly string[]): string {
  const shown = paths.slice(0, 10)
  return paths.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ')
}
