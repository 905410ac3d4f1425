import type { ProjectSwitches } from '#domain/project/project'
import type { SigningPlace } from './signed-text'
import type { JsonObject } from './status-object'
import type { OperationId, ProjectId } from '#domain/ids'

/** What a template is filled with: a payment's own values, or those of {@link sampleSubject}. */
export interface TemplateSubject {
  readonly projectId: ProjectId
  readonly paymentId: string
  readonly method: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly customer: { readonly id: string; readonly phone: string }
  readonly card: {
    /** Masked. */
    readonly number: string
    readonly type: string
    readonly holder: string
    readonly month: string
    readonly year: string
    readonly id: number
    readonly token: string
  }
  readonly requestId: string
  readonly operationId: OperationId
  /** Epoch milliseconds, virtual. */
  readonly createdAt: number
  readonly at: number
  /** How the project writes bodies. */
  readonly switches: Pick<ProjectSwitches, 'cancelSpelling' | 'intermediateLayout'>
}

/** A kind of callback, or a layout that receivers meet in the wild, to begin a message with. */
export interface CallbackTemplate {
  readonly id: string
  readonly name: string
  /** When the platform sends it, or why a receiver should be able to read it. */
  readonly explanation: string
  readonly kind: 'clarification' | 'remaining' | 'intermediate' | 'result' | 'token' | 'other'
  /** Where this layout carries its signature. */
  readonly place: SigningPlace
  /** Unsigned. */
  readonly body: (subject: TemplateSubject) => JsonObject
}

/** Made-up values in the shapes of real ones, for a message that belongs to no payment. */
export function sampleSubject(given: {
  readonly projectId: ProjectId
  readonly requestId: string
  readonly operationId: OperationId
  readonly at: number
  readonly switches: TemplateSubject['switches']
}): TemplateSubject {
  const { projectId, requestId, operationId, at, switches } = given
  return {
    projectId,
    paymentId: 'composed-1',
    method: 'card',
    amount: 4650,
    currency: 'EUR',
    description: '',
    customer: { id: 'buyer-5', phone: '3538****11' },
    card: {
      number: '400000******0077',
      type: 'visa',
      holder: 'NORA VALE',
      month: '07',
      year: String(new Date(at).getUTCFullYear() + 3),
      id: 70_311,
      token: '9f'.repeat(32),
    },
    requestId,
    operationId,
    createdAt: at,
    at,
    switches,
  }
}
