import type { PaymentStatus } from '#domain/payment/statuses'
import type { Project } from '#domain/project/project'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import type { Verdict } from '#domain/signature/verify'
import type { FormSettings } from '#domain/form/settings'
import type { FormError } from './form-error'
import type { OpeningWarning } from './opening-warning'
import type { ReceivedParameters } from './received'
import type { ProjectId } from '#domain/ids'

/** What an opening is checked against. `P` is what the caller knows of a payment; only its status matters here. */
export interface OpeningCheck<P extends { readonly status: PaymentStatus }> {
  readonly parameters: ReceivedParameters
  readonly projectOf: (projectId: ProjectId) => Project | null
  /** The payment that was confirmed under this id, in any letter case; null: none. */
  readonly existingPayment: (projectId: ProjectId, paymentId: string) => P | null
  readonly crypto: DiagnosticCrypto
  /** Whose secret may have been taken instead (contract 2.8). */
  readonly allProjects: () => readonly Project[]
  /** A check of parameters comes without a signature from some SDKs (contract 12 row 5); absent: it is required. */
  readonly signatureOptional?: boolean
  /** Epoch milliseconds on the virtual clock. */
  readonly now: number
  /** Origins under which the form is served, plain and TLS (`http://127.0.0.1:8802`). */
  readonly origins: readonly string[]
  /** Value of the `Accept-Language` header; null: none came. */
  readonly acceptLanguage: string | null
}

/**
 * What becomes of an opening. `existing`: its payment was confirmed before and its page is shown again, the result of a
 * success or the clarification (contract 5.7, 7.8). `verdict` null: it was refused before its signature was looked at.
 */
export type Opening<P> =
  | {
      readonly ok: true
      readonly kind: 'new'
      readonly settings: FormSettings
      readonly project: Project
      readonly verdict: Verdict
      readonly warnings: readonly OpeningWarning[]
      /** What was read from the request, where it is another reading than the first. */
      readonly parameters?: ReceivedParameters
    }
  | {
      readonly ok: true
      readonly kind: 'existing'
      readonly payment: P
      readonly settings: FormSettings
      readonly project: Project
      readonly verdict: Verdict
      readonly warnings: readonly OpeningWarning[]
      /** What was read from the request, where it is another reading than the first. */
      readonly parameters?: ReceivedParameters
    }
  | RefusedOpening

export interface RefusedOpening {
  readonly ok: false
  readonly error: FormError
  readonly project: Project | null
  readonly verdict: Verdict | null
  readonly warnings: readonly OpeningWarning[]
  /** True where the search for the mistake behind the signature did not come to its end. */
  readonly isCutShort?: boolean
  /** What was read from the request, where it is another reading than the first. */
  readonly parameters?: ReceivedParameters
}
