import { checkOpening } from '#platform/form/opening/check-opening'
import type { Opening } from '#platform/form/opening/opening'
import { readParameters } from '#platform/form/opening/read-parameters'
import { presentView } from '#platform/form/visit/present'
import { newVisit, type FormVisit } from '#platform/form/visit/visit'
import type { FormView } from '#domain/form/view'
import { fromPlain } from '#lib/json/node'
import type { Payment } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { canonicalise } from '#domain/signature/canonical'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { dialects } from '#domain/signature/dialects'
import { signatureOf } from '#domain/signature/sign'
import type { SampleWorld } from './sample-run'

type Parameters = Readonly<Record<string, string | number>>

const ORIGIN = 'http://127.0.0.1:8802'

const PARAMETERS: Parameters = {
  payment_id: 'order-1',
  payment_amount: 4650,
  payment_currency: 'EUR',
  customer_id: 'buyer-5',
  customer_email: 'nora@vale.test',
  customer_phone: '353810000011',
}

/** An opening of the form that is signed and checked like any other. */
export function sampleOpening(
  project: Project,
  { now }: SampleWorld,
  crypto: DiagnosticCrypto,
  change: { readonly without?: keyof typeof PARAMETERS; readonly with?: Parameters } = {},
): Opening<Payment> {
  const kept = Object.entries(PARAMETERS).filter(([name]) => name !== change.without)
  const parameters: Parameters = {
    project_id: project.projectId,
    ...Object.fromEntries(kept),
    ...change.with,
  }
  const text = canonicalise(fromPlain(parameters), dialects.REF, 'form')
  if (!text.ok) throw new Error(text.failure)
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
    signature: signatureOf(text.text, project.secret, crypto),
  })
  const reading = readParameters({
    method: 'GET',
    target: `/payment?${query.toString()}`,
    contentType: null,
    body: new Uint8Array(),
  })
  if (!reading.ok) throw new Error('The sample opening cannot be read')
  return checkOpening<Payment>({
    parameters: reading.parameters,
    projectOf: () => project,
    existingPayment: () => null,
    crypto,
    allProjects: () => [project],
    now,
    origins: [ORIGIN],
    acceptLanguage: null,
  })
}

/** The form as it begins; `embedded` in a page of the shop. */
export function sampleSession(
  project: Project,
  world: SampleWorld,
  crypto: DiagnosticCrypto,
): FormVisit | null {
  const opening = sampleOpening(project, world, crypto)
  if (!opening.ok) return null
  return newVisit({
    id: 'preview',
    openedAt: world.now,
    settings: opening.settings,
    paymentKey: null,
  })
}

/** The first page that a customer sees. */
export const firstPage = (visit: FormVisit, project: Project, { now }: SampleWorld): FormView =>
  presentView({ visit, payment: null, savedCards: [], switches: project.switches, now })
