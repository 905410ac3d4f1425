import type { PaymentStatus } from '#domain/payment/statuses'
import type { Project } from '#domain/project/project'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import type { DiagnosisRequest } from '#domain/signature/diagnosis/diagnose'
import type { Verdict } from '#domain/signature/verify'
import type { FormSettings } from '#domain/form/settings'
import type { ProjectId } from '#domain/ids'
import type { JsonObject } from '#lib/json/node'
import { quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { type ApiError, errorBody, plainError } from '#domain/api/errors'

/** A problem that the developer should fix, but that does not stop the form. `field` is '' for the whole request. */
export interface OpeningWarning {
  readonly field: string
  readonly message: string
}

/** Keeps at most {@link LIMITS.warnings} warnings; the last may count the rest, whose messages are not built. */
export function warningList() {
  const kept: OpeningWarning[] = []
  let count = 0
  return {
    add(field: string, message: (field: string) => string): void {
      count += 1
      if (kept.length >= LIMITS.warnings) return
      const name = quotedText(field)
      kept.push({ field: name, message: message(name) })
    },
    addAll(warnings: readonly OpeningWarning[]): void {
      count += warnings.length
      kept.push(...warnings.slice(0, LIMITS.warnings - kept.length))
    },
    all(): readonly OpeningWarning[] {
      if (count === kept.length) return kept
      const first = kept.slice(0, LIMITS.warnings - 1)
      return [...first, { field: '', message: `There are ${String(count - first.length)} more warnings.` }]
    },
  }
}

/** How the parameters are sent (contract 7.1). */
export type ParameterEncoding = 'query' | 'json' | 'form'

/** The parameters of an opening as received, not yet checked. */
export interface ReceivedParameters {
  readonly encoding: ParameterEncoding
  /** Names and values in their original order, for the signature. */
  readonly root: JsonObject
  readonly plain: Readonly<Record<string, unknown>>
  readonly repeated: readonly string[]
  readonly warnings: readonly OpeningWarning[]
  /** The same parameters with bracketed names nested, if there are any. Used if the signature matches them. */
  readonly nested?: ReceivedParameters
}

/** `P`: what the caller knows of a payment; only its status matters here. */
export interface OpeningCheck<P extends { readonly status: PaymentStatus }> {
  readonly parameters: ReceivedParameters
  readonly projectOf: (projectId: ProjectId) => Project | null
  /** The payment that was confirmed under this id, in any letter case. */
  readonly existingPayment: (projectId: ProjectId, paymentId: string) => P | null
  readonly crypto: DiagnosticCrypto
  /** The secret of another project may have been used by mistake (contract 2.8). */
  readonly allProjects: () => readonly Project[]
  /** Some SDKs check parameters without a signature (contract 12 row 5). If absent, the signature is required. */
  readonly signatureOptional?: boolean
  /** Virtual time, epoch milliseconds. */
  readonly now: number
  /** Origins under which the form is served, plain and TLS (`http://127.0.0.1:8802`). */
  readonly origins: readonly string[]
  readonly acceptLanguage: string | null
}

/** `verdict` is null if the opening was refused before its signature was checked. */
export type Opening<P> =
  | {
      readonly ok: true
      /** The confirmed payment whose page is shown again (contract 5.7, 7.8); null if a new form opens. */
      readonly payment: P | null
      readonly settings: FormSettings
      readonly project: Project
      readonly verdict: Verdict
      readonly warnings: readonly OpeningWarning[]
      /** The nested reading of the parameters, if the signature matches it. */
      readonly parameters?: ReceivedParameters
    }
  | RefusedOpening

export type SignatureSearch = Omit<DiagnosisRequest, 'maxTries'> & { readonly root: JsonObject }

export interface RefusedOpening {
  readonly ok: false
  readonly error: ApiError
  readonly project: Project | null
  readonly verdict: Verdict | null
  readonly warnings: readonly OpeningWarning[]
  /** The search for the mistake in the signature, if it can continue after the response. */
  readonly unfinished?: SignatureSearch
  /** The nested reading of the parameters, if the signature matches it. */
  readonly parameters?: ReceivedParameters
}

/** The description that is sent to programs as JSON and embedded in the error page (contract 7.2). */
export function errorDescription(error: ApiError, requestId: string) {
  return { ...errorBody(error), request_id: requestId }
}

export const TARGET_TOO_LONG = plainError(
  414,
  '702',
  '7.1',
  'The address is longer than 8192 bytes. Send the parameters by POST, which has room for all of them.',
)

export const BODY_TOO_LARGE = plainError(
  413,
  '702',
  '7.1',
  'The body is larger than 1 MiB. Send less; the order blocks are the likeliest to be too long.',
)

/** The platform itself failed (contract 7.2). */
export const OWN_FAILURE = plainError(
  500,
  '501',
  '7.2',
  'The platform failed while it opened the form. Nothing was registered; see the log of Paybench for the reason. Open the form again.',
)

/** The project switch "form failure" (contract 7.2). */
export const PLATFORM_FAILURE = plainError(
  500,
  '501',
  '7.2',
  'The platform failed: the project switch "Form failure" is on. Nothing was registered; switch it off and open the form again.',
)
