import { apiError, type FieldError } from '#domain/api/errors'
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
import type { JsonObject } from '#lib/json/node'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { diagnoseAtOnce, shortVerdict } from '#domain/signature/diagnosis/diagnose'
import type { OtherSecret } from '#domain/signature/diagnosis/mistakes-in-digest'
import {
  type FormError,
  listError,
  type Opening,
  type OpeningCheck,
  type ParameterEncoding,
  PLATFORM_FAILURE,
  type ReceivedParameters,
  type RefusedOpening,
  warningList,
} from './opening'
import { formatErrors, semicolonErrors } from './check-parameter'
import { settingsOf } from './settings-of'
import { type ParameterValues, textOf, valuesOf } from './values'
import { openingWarnings } from './warnings'

/**
 * Checks an opening in the order of contract 7.2: project named, project known (404), required set (400, all that
 * is missing), origin (404), signature (400), formats (400, all that is wrong), duplicate id (400). The project
 * switch "form failure" responds with 500 as soon as the project is known.
 */
export function checkOpening<P extends { readonly status: PaymentStatus }>(
  check: OpeningCheck<P>,
): Opening<P> {
  const { nested } = check.parameters
  // A merchant that signs names in brackets literally has signed other lines than PHP, which signs the nested
  // values.
  if (nested === undefined || !isSignedOtherwise(check, nested)) return checkReading(check)
  return { ...checkReading({ ...check, parameters: nested }), parameters: nested }
}

function isSignedOtherwise<P extends { readonly status: PaymentStatus }>(
  { projectOf, crypto }: OpeningCheck<P>,
  { root }: ReceivedParameters,
): boolean {
  const project = findProject(valuesOf(root), projectOf)
  if (project === null) return false
  const { secret, switches } = project
  const lenient = switches.lenientSignatures
  return (
    verifySignature({ root, secret, crypto, surface: 'form', lenient, place: 'signature' }).state === 'valid'
  )
}

function checkReading<P extends { readonly status: PaymentStatus }>(check: OpeningCheck<P>): Opening<P> {
  const { parameters, crypto, now, acceptLanguage } = check
  const values = valuesOf(parameters.root)
  let project: Project | null = null
  let verdict: Verdict | null = null
  const refuse = (error: FormError): RefusedOpening => ({
    ok: false,
    error,
    project,
    verdict,
    warnings: parameters.warnings,
  })

  if (!values.has('project_id'))
    return refuse(
      missingError([{ ...MISSING, field: 'project_id', message: 'Add the parameter project_id.' }]),
    )
  project = findProject(values, check.projectOf)
  if (project === null) return refuse(unknownProject(values))
  const { projectId, secret, switches } = project
  if (switches.formFailure) return refuse(PLATFORM_FAILURE)

  const mode = modeOf(values)
  if (typeof mode !== 'string') return refuse(mode)
  const hasSignature = parameters.root.members.some(({ key }) => key === 'signature')
  const unsigned = !hasSignature && check.signatureOptional === true
  const missing = missingParameters(values, hasSignature, mode, [
    ...(unsigned ? ['signature'] : []),
    ...(switches.guests && mode !== 'card_tokenize' ? ['customer_id'] : []),
  ])
  if (missing !== null) return refuse(missing)

  const origin = originError(values, check.origins, switches.strictBaseUrl)
  if (origin !== null) return refuse(origin)

  verdict = verifySignature({
    root: parameters.root,
    secret,
    crypto,
    surface: 'form',
    lenient: switches.lenientSignatures,
    place: 'signature',
  })
  if (verdict.state !== 'valid' && !unsigned) {
    const otherSecrets = () => check.allProjects().filter((other) => other.projectId !== projectId)
    const { error, isCutShort } = signatureError({
      verdict,
      parameters,
      secret,
      lenient: switches.lenientSignatures,
      crypto,
      otherSecrets,
    })
    return { ...refuse(error), isCutShort }
  }

  const [first, ...rest] = formatErrors(parameters.root, values, mode, utcDay(now))
  if (first !== undefined) return refuse(listError(400, '7.3', [first, ...rest]))

  const settings = settingsOf(values, { mode, projectId, now, acceptLanguage })
  const known = warningList()
  known.addAll(parameters.warnings)
  known.addAll(openingWarnings(values, mode, now))
  if (unsigned) {
    known.add(
      'signature',
      () => 'None came, so none was checked; the form itself opens only with a signature.',
    )
  }
  const warnings = known.all()
  const opened = { ok: true, settings, project, verdict, warnings } as const
  const payment = settings.paymentId === null ? null : check.existingPayment(projectId, settings.paymentId)
  if (payment === null || payment.status === 'error') return { ...opened, payment: null }
  if (isShownAgain(payment.status)) return { ...opened, payment }
  return refuse(duplicateError(payment.status))
}

const MISSING = { code: '2004', constraint: 'required' } as const

function findProject(
  values: ParameterValues,
  projectOf: (projectId: ProjectId) => Project | null,
): Project | null {
  const projectId = namedProjectId(textOf(values, 'project_id'))
  return projectId === null ? null : projectOf(projectId)
}

function unknownProject(values: ParameterValues): FormError {
  const text = textOf(values, 'project_id')
  const isNumber = text !== null && /^\d{1,10}$/.test(text)
  return apiError(404, '7.2', {
    code: '2442',
    field: 'project_id',
    constraint: isNumber ? 'enum' : 'type',
    message: isNumber
      ? `Project ${text} does not exist here. The number stands beside the secret, in the settings of the project.`
      : 'project_id is not the number of a project. Send digits only, for example 9041.',
  })
}

/**
 * The missing parameters that the target activity requires (contract 7.1). `excused`: what this opening may leave
 * out; a guest pays without an id of a customer (12.11), but a token always needs an owner.
 */
function missingParameters(
  values: ParameterValues,
  hasSignature: boolean,
  mode: FormMode,
  excused: readonly string[],
): FormError | null {
  const errors = FORM_PARAMETERS.filter(
    ({ name, requiredIn }) => requiredIn.includes(mode) && !values.has(name) && !excused.includes(name),
  ).map(({ name, meaning }): FieldError =>
    name === 'signature' && hasSignature
      ? {
          code: '3262',
          field: name,
          constraint: 'required',
          message: 'The signature is empty. Make it after every other parameter is set.',
        }
      : {
          ...MISSING,
          field: name,
          message: `Add the parameter ${name}: ${meaning}.${misspelt(values, name)}`,
        },
  )
  return missingError(errors)
}

/** SDKs follow the naming style of their language; on the wire names have underscores (contract 2.8). */
function misspelt(values: ParameterValues, name: string): string {
  const camelCase = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return camelCase !== name && values.has(camelCase)
    ? ` It came as ${camelCase}; write it with underscores.`
    : ''
}

function missingError(errors: readonly [FieldError, ...FieldError[]]): FormError
function missingError(errors: readonly FieldError[]): FormError | null
function missingError(errors: readonly FieldError[]): FormError | null {
  const first = errors.find(({ code }) => code === '2004') ?? errors[0]
  return first === undefined ? null : { httpStatus: 400, code: first.code, errors, contract: '7.1' }
}

/** `urlBase` always, `baseUrl` for strict projects, must be the origin of the form (contract 7.2). */
function originError(
  values: ParameterValues,
  origins: readonly string[],
  strictBaseUrl: boolean,
): FormError | null {
  const errors = ['urlBase', ...(strictBaseUrl ? ['baseUrl'] : [])]
    .filter((name) => values.has(name) && !isOneOfOrigins(textOf(values, name) ?? '', origins))
    .map((field): FieldError => ({
      code: '502',
      field,
      constraint: 'enum',
      message: `${field} is not where this form is: it must be ${origins.join(' or ')}, or not be sent.`,
    }))
  const [first, ...rest] = errors
  return first === undefined ? null : listError(404, '7.2', [first, ...rest])
}

/** A success shows its result, an open clarification its page (contract 5.7, 7.8). */
function isShownAgain(status: PaymentStatus): boolean {
  return status === 'awaiting clarification' || finalResult(status) === 'success'
}

function duplicateError(status: PaymentStatus): FormError {
  return apiError(400, '5.7', {
    code: '3041',
    field: 'payment_id',
    constraint: 'unique',
    message: `A payment with this payment_id was confirmed already and is now "${status}"; letter case does not count. Use a new payment_id.`,
  })
}

const ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:]+)(?::(\d{1,5}))?\/?$/i
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * One spelling for an origin: lower case, no default port, no closing slash, one name for this computer. Null: not
 * an origin, for example an address with a path.
 */
function normalOrigin(text: string): string | null {
  const [, scheme, host, port] = ORIGIN.exec(text.trim()) ?? []
  if (scheme === undefined || host === undefined) return null
  const protocol = scheme.toLowerCase()
  const name = host.toLowerCase()
  const usual = protocol === 'https' ? '443' : '80'
  return `${protocol}://${LOOPBACK.has(name) ? 'localhost' : name}:${port ?? usual}`
}

function isOneOfOrigins(text: string, origins: readonly string[]): boolean {
  const wanted = normalOrigin(text)
  return wanted !== null && origins.some((origin) => normalOrigin(origin) === wanted)
}

/** Modes that the browser library accepts but the platform does not support (contract 7.1). */
const LIBRARY_ONLY: ReadonlySet<string> = new Set(['money_transfer', 'presentation'])

/** Reads the target activity, or returns the error for an unknown word (contract 7.1). */
function modeOf(values: ParameterValues): FormMode | FormError {
  if (!values.has('mode')) return 'purchase'
  const text = textOf(values, 'mode')
  const mode = FORM_MODES.find((each) => each === text)
  if (mode !== undefined) return mode
  const wanted = quotedText(text ?? '')
  return apiError(400, '7.1', {
    code: '502',
    field: 'mode',
    constraint: 'enum',
    message: LIBRARY_ONLY.has(wanted)
      ? `The browser library knows mode ${wanted}, but the platform opens no form for it. Use ${FORM_MODES.join(', ')}.`
      : `There is no mode ${wanted === '' ? 'of that kind' : wanted}. Use ${FORM_MODES.join(', ')}, or leave mode out for a purchase.`,
  })
}

interface SignatureError {
  readonly error: FormError
  readonly isCutShort: boolean
}

/** Refuses a wrong signature (contract 2.2, 7.2), with the mistake if it can be found (2.8). */
function signatureError(options: {
  readonly verdict: Exclude<Verdict, { readonly state: 'valid' }>
  readonly parameters: ReceivedParameters
  readonly secret: string
  readonly lenient: boolean
  readonly crypto: DiagnosticCrypto
  readonly otherSecrets: WrongSignature['otherSecrets']
}): SignatureError {
  const { verdict, parameters, secret, lenient, crypto, otherSecrets } = options
  if (verdict.state !== 'invalid') {
    const error = apiError(400, '2.2', {
      code: '3262',
      field: 'signature',
      constraint: 'required',
      message: 'The signature is empty. Make it after every other parameter is set.',
    })
    return { error, isCutShort: false }
  }
  const { root, encoding } = parameters
  const mistake =
    verdict.expected === ''
      ? TOO_LONG
      : signatureMistake({ root, secret, lenient, crypto, encoding, otherSecrets })
  const [semicolon] = semicolonErrors(root)
  const error = apiError(400, '2.2', {
    code: '3261',
    field: 'signature',
    constraint: 'format',
    message: `The signature does not match the parameters and the secret of the project. ${mistake.message}${
      semicolon === undefined ? '' : ` Besides: ${semicolon.message}`
    }`,
  })
  return { error, isCutShort: mistake.isCutShort }
}

const TOO_LONG = {
  message: 'The string to sign would be too long to be checked: send fewer and shorter parameters.',
  isCutShort: false,
}

/** Parameters with a wrong signature, and the secrets that may have been used for it. */
interface WrongSignature {
  readonly root: JsonObject
  readonly secret: string
  readonly lenient: boolean
  readonly crypto: DiagnosticCrypto
  readonly encoding: ParameterEncoding
  /** Secrets of the other projects: the merchant may have used one of them by mistake. */
  readonly otherSecrets: () => readonly OtherSecret[]
}

/** Looks for the mistake in a wrong signature (contract 2.8), no longer than a customer can wait. */
function signatureMistake({ otherSecrets, ...wrong }: WrongSignature) {
  const diagnosis = diagnoseAtOnce({
    ...wrong,
    otherSecrets: otherSecrets(),
    surface: 'form',
    place: 'signature',
  })
  return {
    /** The most likely mistake with its remedy, or advice on what to check. */
    message: shortVerdict(diagnosis) ?? '',
    isCutShort: 'complete' in diagnosis && !diagnosis.complete,
  }
}
