import { NO_SUBJECT, type Subject } from '#core/exchange-record'
import type { HttpResponse, IntakeRequest } from '#lib/http-message/message'
import type { Projects } from '#core/projects'
import { explainVerdict, unknownProjectVerdict, unreadableVerdict } from '#core/verdict'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { decodeUtf8 } from '#lib/bytes/utf8'
import type { UnfinishedSearch } from '#platform/exchanges/finishing-searches'
import type { Handled } from '#platform/exchanges/recorder'
import type { PaymentService } from '#platform/payments/payment-service'
import type { JudgedOpening } from './judge-opening'

interface RecordDependencies {
  readonly projects: Projects
  readonly paymentService: PaymentService
  readonly crypto: DiagnosticCrypto
}

/** Most repeated names that a note lists. */
const MAX_REPEATED_NAMES = 10

/** Builds the recorded result of an opening, with everything that the traffic shows about it. */
export function recordOpening(
  dependencies: RecordDependencies,
  request: IntakeRequest,
  judged: JudgedOpening,
  response: HttpResponse,
): Handled {
  const { opening } = judged
  return {
    response,
    error: opening.ok ? null : opening.error,
    verdict: verdictOf(judged),
    subject: subjectOf(dependencies.paymentService, judged),
    note: noteOf(judged),
    unfinished: unfinishedSearch(dependencies, request, judged),
  }
}

function verdictOf({ parameters, opening: { project, verdict } }: JudgedOpening): Handled['verdict'] {
  if (project !== null && verdict !== null) return explainVerdict(verdict, project)
  if (parameters === null) return unreadableVerdict('the parameters could not be read.')
  return project === null
    ? unknownProjectVerdict(null)
    : unreadableVerdict('the request was refused before its signature was checked.')
}

function subjectOf(paymentService: PaymentService, { parameters, opening }: JudgedOpening): Subject {
  const given = parameters?.plain['payment_id']
  const paymentId = typeof given === 'string' || typeof given === 'number' ? String(given) : null
  const projectId = opening.project?.projectId ?? null
  if (projectId === null) return { ...NO_SUBJECT, paymentId }
  const payment = paymentId === null ? null : paymentService.byPaymentId(projectId, paymentId)
  return { projectId, paymentId, paymentKey: payment?.key ?? null }
}

function noteOf({ parameters, opening }: JudgedOpening): string | null {
  const repeated = parameters?.repeated.slice(0, MAX_REPEATED_NAMES) ?? []
  const notes = [
    ...opening.warnings.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)),
    ...(repeated.length === 0 ? [] : [`Repeated names, the last value counts: ${repeated.join(', ')}.`]),
  ]
  return notes.length === 0 ? null : notes.join(' ')
}

/** Returns the rest of the search for the mistake in a signature; null: it is complete. */
function unfinishedSearch(
  { projects, crypto }: RecordDependencies,
  request: IntakeRequest,
  { parameters, opening }: JudgedOpening,
): UnfinishedSearch | null {
  if (opening.ok || opening.isCutShort !== true) return null
  const { project, verdict } = opening
  if (parameters === null || project === null || verdict === null) return null
  const { root, encoding } = parameters
  return {
    request: {
      root,
      bodyText: encoding === 'json' ? decodeUtf8(request.body) : undefined,
      surface: 'form',
      encoding,
      secret: project.secret,
      otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
      lenient: project.switches.lenientSignatures,
      crypto,
      place: 'signature',
    },
    verdict: explainVerdict(verdict, project),
  }
}
