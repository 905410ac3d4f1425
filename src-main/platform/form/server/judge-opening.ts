import type { SelfAddresses } from '#core/ports'
import type { IntakeRequest } from '#lib/http-message/message'
import type { Projects } from '#core/projects'
import type { Payment } from '#domain/payment/payment'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import type { PaymentService } from '#platform/payments/payment-service'
import { checkOpening } from '#platform/form/opening/check-opening'
import { BODY_TOO_LARGE, TARGET_TOO_LONG } from '#platform/form/opening/form-error'
import type { Opening, ReceivedParameters } from '#platform/form/opening/opening'
import { readParameters } from '#platform/form/opening/read-parameters'
import { headerOf } from './request-headers'

/** The result of reading and checking an opening. */
export interface JudgedOpening {
  /** Null: they could not be read. */
  readonly parameters: ReceivedParameters | null
  readonly opening: Opening<Payment>
}

/** Reads and checks an opening of the form (contract 7.1, 7.2). `signatureOptional`: a missing signature is accepted. */
export type JudgeOpening = (request: IntakeRequest, signatureOptional?: boolean) => JudgedOpening

/**
 * Creates the function that reads and checks openings.
 * @param options `now`: virtual, epoch milliseconds; `addresses`: null until the listeners are open
 */
export function createJudge(options: {
  readonly projects: Projects
  readonly paymentService: PaymentService
  readonly crypto: DiagnosticCrypto
  readonly now: () => number
  readonly addresses: () => SelfAddresses | null
}): JudgeOpening {
  const { projects, paymentService, crypto, now, addresses } = options

  return (request, signatureOptional = false) => {
    const reading = readOpening(request)
    if (!reading.ok) {
      const opening = { ok: false, error: reading.error, project: null, verdict: null, warnings: [] } as const
      return { parameters: null, opening }
    }
    const { parameters } = reading
    const own = addresses()
    const opening = checkOpening({
      parameters,
      signatureOptional,
      projectOf: (projectId) => projects.byId(projectId),
      existingPayment: (projectId, paymentId) => {
        const payment = paymentService.byPaymentId(projectId, paymentId)
        return payment === null ? null : (paymentService.upToDate(payment.key) ?? payment)
      },
      crypto,
      allProjects: () => projects.all(),
      now: now(),
      // Accept the host name that the customer's browser used, besides our own addresses.
      origins: [...(own === null ? [] : [own.platform, own.platformTls]), originOf(request)],
      acceptLanguage: headerOf(request, 'accept-language'),
    })
    return { parameters: opening.parameters ?? parameters, opening }
  }
}

/** Reads the parameters of an opening from its query or its body. */
export function readOpening(request: IntakeRequest): ReturnType<typeof readParameters> {
  if (request.targetTooLong) return { ok: false, error: TARGET_TOO_LONG }
  if (request.tooLarge) return { ok: false, error: BODY_TOO_LARGE }
  const { method, target, body } = request
  return readParameters({ method, target, contentType: headerOf(request, 'content-type'), body })
}

/** Returns the origin that the customer's browser called. */
export function originOf(request: IntakeRequest): string {
  return `${request.tlsVersion === null ? 'http' : 'https'}://${headerOf(request, 'host') ?? '127.0.0.1'}`
}
