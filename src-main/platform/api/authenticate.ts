import { missingFields, placesOf, projectIdOf } from '#domain/api/check'
import type { ApiRequestKind, Endpoint } from '#domain/api/endpoints'
import { apiError, type ApiError, fieldError, plainError } from '#domain/api/errors'
import { valueAt } from '#domain/api/rules'
import { fieldRulesOf } from '#domain/method/method-rules'
import type { Project } from '#domain/project/project'
import type { SignaturePlace } from '#domain/signature/place'
import type { SignatureVerdict } from '#protocol/messages'
import { NO_SUBJECT, type Subject } from '#core/exchange-record'
import type { IntakeRequest } from '#lib/http-message/message'
import type { Projects } from '#core/projects'
import { unknownProjectVerdict, verdictOf } from '#core/verdict'
import type { UnfinishedSearch } from '#platform/exchanges/recorder'
import type { ReadRequest } from './read-request'
import type { ProjectId } from '#domain/ids'
import { maskText } from '#domain/card/mask-text'
import { decodeUtf8 } from '#lib/bytes/utf8'
import type { JsonNode } from '#lib/json/node'
import { diagnoseAtOnce, shortVerdict } from '#domain/signature/diagnosis/diagnose'
import type { BenchServices } from '#core/services'
import type { DiagnosticCrypto } from '#domain/signature/crypto'

export type Body = Readonly<Record<string, unknown>>

/** A request that has its required fields, a project that it may use and a valid signature. */
export interface AuthenticRequest {
  readonly endpoint: Endpoint
  readonly body: Body
  readonly project: Project
  /** Digest of the exact bytes of the body: equal if a request is repeated unchanged. */
  readonly fingerprint: string
}

/** A refused request has subject and verdict too, as far as they are known. */
export type Authentication = {
  readonly verdict: SignatureVerdict
  readonly subject: Subject
  /** The search for the mistake in the signature, if it continues after the response. */
  readonly unfinished: UnfinishedSearch | null
} & (
  | { readonly request: AuthenticRequest; readonly error: null }
  | { readonly request: null; readonly error: ApiError }
)

export interface AuthenticationServices extends Pick<BenchServices, 'projects' | 'crypto' | 'sha256Hex'> {
  readonly paymentKeyOf: (projectId: ProjectId, paymentId: string) => string | null
}

/** Steps 2 to 5 of the check order (contract 5.1): required fields, project, access, signature. */
export function authenticate(
  request: IntakeRequest,
  { endpoint, json, body }: ReadRequest,
  { projects, crypto, sha256Hex, paymentKeyOf }: AuthenticationServices,
): Authentication {
  const { kind } = endpoint
  const projectId = projectIdOf(kind, body)
  const project = typeof projectId === 'number' ? projects.byId(projectId) : null
  const missing = missingFields(kind, fieldRulesOf(endpoint, project?.switches.ownMethods ?? []), body)
  const place = kind === 'statusByRequest' ? 'signature' : 'general.signature'
  const subject = subjectOf(body, project, paymentKeyOf)
  const verdict =
    project === null
      ? unknownProjectVerdict(typeof projectId === 'number' ? projectId : null)
      : verdictOf({ root: json.root, project, crypto, surface: 'api', place })
  const judged = { verdict, subject, unfinished: null }
  const refuse = (error: ApiError): Authentication => ({ ...judged, request: null, error })

  if (missing !== null) return refuse(missing)
  if (typeof projectId !== 'number') return refuse(projectId)
  if (project === null) return refuse(unknownProject(kind, projectId))
  const accessRefusal = accessError(request, project)
  if (accessRefusal !== null) return refuse(accessRefusal)
  if (verdict.state !== 'valid') {
    const mistake = refusedSignature({
      root: json.root,
      body: request.body,
      verdict,
      project,
      projects,
      crypto,
      place,
    })
    const explained = project.switches.explainSignatures ? (mistake?.text ?? null) : null
    const explanation = mistake === null ? verdict.explanation : `${verdict.explanation} ${mistake.text}`
    return {
      ...refuse(wrongSignatureError(place, verdict, explained)),
      verdict: { ...verdict, explanation },
      unfinished: mistake?.unfinished ?? null,
    }
  }
  const fingerprint = sha256Hex(request.body)
  return { ...judged, request: { endpoint, body, project, fingerprint }, error: null }
}

/** The error if a project switch makes the platform fail or refuse the request (contract 5.1). */
export function accessError(
  request: Pick<IntakeRequest, 'httpVersion' | 'remoteAddress'>,
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

/** The error for a wrong signature (contract 2.2). `mistake` explains it to the developer, if it is not null. */
export function wrongSignatureError(
  field: SignaturePlace,
  verdict: SignatureVerdict,
  mistake: string | null,
): ApiError {
  const message = `${verdict.explanation} ${mistake ?? 'Sign the complete body after every field is set.'}`
  return apiError(400, '2.2', fieldError('3261', field, 'format', message))
}

function unknownProject(kind: ApiRequestKind, projectId: ProjectId): ApiError {
  const field = placesOf(kind).projectId.join('.')
  const message = `Project ${String(projectId)} does not exist here; see the project id in Settings.`
  return apiError(404, '5.1', fieldError('2442', field, 'enum', message))
}

function subjectOf(
  body: Body,
  project: Project | null,
  paymentKeyOf: AuthenticationServices['paymentKeyOf'],
): Subject {
  const named = valueAt(body, ['general', 'payment_id'])
  const paymentId = typeof named === 'string' ? named : null
  if (project === null) return { ...NO_SUBJECT, paymentId }
  const { projectId } = project
  return { projectId, paymentId, paymentKey: paymentId === null ? null : paymentKeyOf(projectId, paymentId) }
}

/** Diagnoses an invalid signature while the caller waits (contract 2.8); `unfinished`: what remains to search. */
export function refusedSignature(options: {
  readonly root: JsonNode
  readonly body: Uint8Array
  readonly verdict: SignatureVerdict
  readonly project: Project
  readonly projects: Pick<Projects, 'all'>
  readonly crypto: DiagnosticCrypto
  readonly place: SignaturePlace
}) {
  const { root, body, verdict, project, projects, crypto, place } = options
  if (verdict.state !== 'invalid') return null
  const request = {
    root,
    bodyText: decodeUtf8(body),
    surface: 'api',
    encoding: 'json',
    secret: project.secret,
    otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
    lenient: project.switches.lenientSignatures,
    crypto,
    place,
  } as const
  const diagnosis = diagnoseAtOnce(request)
  const text = shortVerdict(diagnosis)
  if (text === null) return null
  const isCutShort = 'complete' in diagnosis && !diagnosis.complete
  return { text: maskText(text).text, unfinished: isCutShort ? { request, verdict } : null }
}
