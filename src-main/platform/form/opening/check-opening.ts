import {
  apiError,
  type ApiError,
  fieldError,
  type FieldError,
  listError,
  missingError,
} from '#domain/api/errors'
import { namedProjectId } from '#domain/api/rules'
import { finalResult } from '#domain/callback/target'
import { utcDay } from '#lib/time/time'
import type { PaymentStatus } from '#domain/payment/statuses'
import type { Project } from '#domain/project/project'
import { type Verdict, verifySignature } from '#domain/signature/verify'
import { FORM_MODES, type FormMode } from '#domain/form/settings'
import { FORM_PARAMETERS } from '#domain/form/parameters/parameters'
import type { ProjectId } from '#domain/ids'
import { quotedText } from '#lib/limits/bounded-text'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { diagnoseAtOnce, shortVerdict } from '#domain/signature/diagnosis/diagnose'
import {
  type Opening,
  type OpeningCheck,
  PLATFORM_FAILURE,
  type ReceivedParameters,
  type RefusedOpening,
  type SignatureSearch,
  warningList,
} from './opening'
import { formatErrors, semicolonErrors } from './check-parameter'
import { settingsOf } from './settings-of'
import { type ParameterValues, textOf, valuesOf } from './values'
import { openingWarnings, wayWarnings } from './warnings'

/** Checks an opening in the order of contract 7.2. The switch "form failure" causes a 500 once the project is known. */
export function checkOpening<P extends { readonly status: PaymentStatus }>(
  check: OpeningCheck<P>,
): Opening<P> {
  const { nested } = check.parameters
  // Names such as `a[b]` are signed as they are or, by PHP, as nested values. The signature decides how they are read.
  if (nested === undefined || !isSignedNested(check, nested)) return checkReading(check)
  return { ...checkReading({ ...check, parameters: nested }), parameters: nested }
}

function isSignedNested<P extends { readonly status: PaymentStatus }>(
  { projectOf, crypto }: OpeningCheck<P>,
  parameters: ReceivedParameters,
): boolean {
  const project = findProject(valuesOf(parameters.root), projectOf)
  return project !== null && verifySignature(signedBy(parameters, project, crypto)).state === 'valid'
}

function signedBy({ root }: ReceivedParameters, { secret, switches }: Project, crypto: DiagnosticCrypto) {
  const lenient = switches.lenientSignatures
  return { root, secret, crypto, surface: 'form', lenient, place: 'signature' } as const
}

function checkReading<P extends { readonly status: PaymentStatus }>(check: OpeningCheck<P>): Opening<P> {
  const { parameters, crypto, now, acceptLanguage } = check
  const values = valuesOf(parameters.root)
  let project: Project | null = null
  let verdict: Verdict | null = null
  const refuse = (error: ApiError): RefusedOpening => ({
    ok: false,
    error,
    project,
    verdict,
    warnings: parameters.warnings,
  })

  if (!values.has('project_id'))
    return refuse(apiError(400, '7.1', missingField('project_id', 'Add the parameter project_id.')))
  project = findProject(values, check.projectOf)
  if (project === null) return refuse(unknownProject(values))
  const { projectId, switches } = project
  if (switches.formFailure) return refuse(PLATFORM_FAILURE)

  const mode = modeOf(values)
  if (typeof mode !== 'string') return refuse(mode)
  const hasSignature = parameters.root.members.some(({ key }) => key === 'signature')
  const unsigned = !hasSignature && check.signatureOptional === true
  const absent = missingParameters(values, hasSignature, mode, [
    ...(unsigned ? ['signature'] : []),
    ...(switches.guests && mode !== 'card_tokenize' ? ['customer_id'] : []),
  ])
  if (absent !== null) return refuse(absent)

  const origin = originError(values, check.origins, switches.strictBaseUrl)
  if (origin !== null) return refuse(origin)

  const signed = signedBy(parameters, project, crypto)
  verdict = verifySignature(signed)
  if (verdict.state !== 'valid' && !unsigned) {
    const otherSecrets = check.allProjects().filter((other) => other.projectId !== projectId)
    const { error, unfinished } = signatureError(verdict, {
      ...signed,
      encoding: parameters.encoding,
      otherSecrets,
    })
    return { ...refuse(error), ...(unfinished === undefined ? {} : { unfinished }) }
  }

  const wrong = listError(400, '7.3', formatErrors(parameters.root, values, mode, utcDay(now)))
  if (wrong !== null) return refuse(wrong)

  const settings = settingsOf(values, { mode, projectId, now, acceptLanguage })
  const known = warningList()
  known.addAll(parameters.warnings)
  known.addAll(openingWarnings(values, mode, now))
  known.addAll(wayWarnings(settings, switches, now))
  if (unsigned) {
    known.add(
      'signature',
      () => 'No signature was sent, so none was checked; the form itself opens only with one.',
    )
  }
  const warnings = known.all()
  const opened = { ok: true, settings, project, verdict, warnings } as const
  const payment = settings.paymentId === null ? null : check.existingPayment(projectId, settings.paymentId)
  if (payment === null || payment.status === 'error') return { ...opened, payment: null }
  // A success shows its result, an open clarification its page (contract 5.7, 7.8).
  const { status } = payment
  if (status === 'awaiting clarification' || finalResult(status) === 'success') return { ...opened, payment }
  return refuse(duplicateError(status))
}

function missingField(field: string, message: string): FieldError {
  return fieldError('2004', field, 'required', message)
}

const EMPTY_SIGNATURE = fieldError(
  '3262',
  'signature',
  'required',
  'The signature is empty. Compute it after every other parameter is set.',
)

function findProject(
  values: ParameterValues,
  projectOf: (projectId: ProjectId) => Project | null,
): Project | null {
  const projectId = namedProjectId(textOf(values, 'project_id'))
  return projectId === null ? null : projectOf(projectId)
}

function unknownProject(values: ParameterValues): ApiError {
  const text = textOf(values, 'project_id')
  const isNumber = text !== null && /^\d{1,10}$/.test(text)
  const message = isNumber
    ? `Project ${text} does not exist here. The number is shown beside the secret, in the settings of the project.`
    : 'project_id is not the number of a project. Send digits only, for example 9041.'
  return apiError(404, '7.2', fieldError('2442', 'project_id', isNumber ? 'enum' : 'type', message))
}

/** Missing parameters (contract 7.1), except those `excused`: guests need no customer id, but a token does (12.11). */
function missingParameters(
  values: ParameterValues,
  hasSignature: boolean,
  mode: FormMode,
  excused: readonly string[],
): ApiError | null {
  const errors = FORM_PARAMETERS.filter(
    ({ name, requiredIn }) => requiredIn.includes(mode) && !values.has(name) && !excused.includes(name),
  ).map(({ name, meaning }) =>
    name === 'signature' && hasSignature
      ? EMPTY_SIGNATURE
      : missingField(name, `Add the parameter ${name}: ${meaning}.${misspelt(values, name)}`),
  )
  return missingError('7.1', errors)
}

/** A hint if the name was sent in camel case, as in some SDKs; on the wire, it has underscores (contract 2.8). */
function misspelt(values: ParameterValues, name: string): string {
  const camelCase = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return camelCase !== name && values.has(camelCase)
    ? ` It was sent as ${camelCase}; write it with underscores.`
    : ''
}

/** `urlBase`, and for strict projects `baseUrl` too, must be the origin of the form (contract 7.2). */
function originError(
  values: ParameterValues,
  origins: readonly string[],
  strictBaseUrl: boolean,
): ApiError | null {
  const errors = ['urlBase', ...(strictBaseUrl ? ['baseUrl'] : [])]
    .filter((name) => values.has(name) && !isOneOfOrigins(textOf(values, name) ?? '', origins))
    .map((field) => {
      const message = `${field} is not the origin of this form: it must be ${origins.join(' or ')}, or be left out.`
      return fieldError('502', field, 'enum', message)
    })
  return listError(404, '7.2', errors)
}

function duplicateError(status: PaymentStatus): ApiError {
  const message = `A payment with this payment_id was already confirmed and is now "${status}"; letter case is ignored. Use a new payment_id.`
  return apiError(400, '5.7', fieldError('3041', 'payment_id', 'unique', message))
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** One spelling for each origin, and one for all loopback names; null for other text, such as a URL with a path. */
function normalOrigin(text: string): string | null {
  if (!/^https?:\/\/[^\s/?#@]+\/?$/i.test(text.trim()) || !URL.canParse(text)) return null
  const { protocol, hostname, port } = new URL(text)
  return `${protocol}//${LOOPBACK.has(hostname) ? 'localhost' : hostname}:${port}`
}

function isOneOfOrigins(text: string, origins: readonly string[]): boolean {
  const wanted = normalOrigin(text)
  return wanted !== null && origins.some((origin) => normalOrigin(origin) === wanted)
}

/** Modes that the browser library accepts but the platform does not support (contract 7.1). */
const LIBRARY_ONLY: ReadonlySet<string> = new Set(['money_transfer', 'presentation'])

function modeOf(values: ParameterValues): FormMode | ApiError {
  if (!values.has('mode')) return 'purchase'
  const text = textOf(values, 'mode')
  const mode = FORM_MODES.find((each) => each === text)
  if (mode !== undefined) return mode
  const wanted = quotedText(text ?? '')
  const message = LIBRARY_ONLY.has(wanted)
    ? `The browser library knows mode ${wanted}, but the platform opens no form for it. Use ${FORM_MODES.join(', ')}.`
    : `There is no mode ${wanted === '' ? 'of that kind' : wanted}. Use ${FORM_MODES.join(', ')}, or leave mode out for a purchase.`
  return apiError(400, '7.1', fieldError('502', 'mode', 'enum', message))
}

/** Refuses a wrong signature (contract 2.2, 7.2), with the mistake if it is found immediately (2.8). */
function signatureError(
  verdict: Exclude<Verdict, { readonly state: 'valid' }>,
  search: SignatureSearch,
): Pick<RefusedOpening, 'error' | 'unfinished'> {
  if (verdict.state !== 'invalid') return { error: apiError(400, '2.2', EMPTY_SIGNATURE) }
  const diagnosis = verdict.expected === '' ? null : diagnoseAtOnce(search)
  const mistake =
    diagnosis === null
      ? 'The string to sign would be too long to be checked: send fewer and shorter parameters.'
      : (shortVerdict(diagnosis) ?? '')
  const [semicolon] = semicolonErrors(search.root)
  const besides = semicolon === undefined ? '' : ` In addition: ${semicolon.message}`
  const message = `The signature does not match the parameters and the secret of the project. ${mistake}${besides}`
  const error = apiError(400, '2.2', fieldError('3261', 'signature', 'format', message))
  const isCutShort = diagnosis !== null && 'complete' in diagnosis && !diagnosis.complete
  return isCutShort ? { error, unfinished: search } : { error }
}
