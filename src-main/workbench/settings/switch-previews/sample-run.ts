import type { FieldError } from '#domain/api/errors'
import type { JsonObject } from '#domain/callback/status-object'
import { callbackBody } from '#domain/callback/body'
import { chooseTarget } from '#domain/callback/target'
import { callbacksFor, type PaymentCallbackKind } from '#domain/payment/callbacks'
import type { Decision, PaymentCommand, Register } from '#domain/payment/commands'
import { decide } from '#domain/payment/decide'
import { evolve } from '#domain/payment/evolve'
import type { Payment } from '#domain/payment/payment'
import { timersOf } from '#domain/payment/timers'
import type { Project } from '#domain/project/project'
import { registerCommand } from '#platform/payments/registration'
import { createPlatformIds } from '#core/ids'
import { checkOpening } from '#platform/form/opening/check-opening'
import type { Opening } from '#platform/form/opening/opening'
import { readParameters } from '#platform/form/opening/read-parameters'
import { presentView, waysOf } from '#platform/form/visit/present'
import { newVisit, type FormVisit } from '#platform/form/visit/visit'
import type { FormView } from '#domain/form/view'
import { fromPlain } from '#lib/json/node'
import { canonicalise } from '#domain/signature/canonical'
import { dialects } from '#domain/signature/dialects'
import { signatureOf } from '#domain/signature/sign'
import type { DiagnosticCrypto } from '#domain/signature/crypto'

/** The platform refuses a command of a sample. The preview then shows the refusal in place of the sample. */
export class SampleRefusal extends Error {
  readonly refusal: FieldError
  constructor(refusal: FieldError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** What is equal on both sides of a preview, so that only the switch makes a difference. */
export interface SampleWorld {
  /** Virtual time at which the samples begin, epoch milliseconds. */
  readonly now: number
  readonly platformUrl: string
}

/** A callback of a sample payment, with its unsigned body. */
interface SampleCallback {
  readonly kind: PaymentCallbackKind
  readonly body: JsonObject
  readonly target: string | null
}

/** A payment that follows the rules of the platform, without a store or sockets. */
export type SampleRun = ReturnType<typeof sampleRun>

/** How a sample sale or authorisation differs from the usual one. */
export interface SampleSale {
  readonly operation?: 'sale' | 'auth'
  readonly card?: string
  /** Minor units of EUR. */
  readonly amount?: number
  readonly returnUrl?: string
  /** Registered by the form instead of the API. */
  readonly byForm?: Pick<Register, 'plan' | 'retries' | 'methodPath'> & Partial<Pick<Register, 'method'>>
}

export const SUCCESS_CARD = '4000000000000077'
export const DECLINE_CARD = '4111111111111111'

const MAX_STEPS = 1000

/** Registers a payment as the API or, with `byForm`, the form does, and fires the timers that are already due. */
export function sampleRun(project: Project, world: SampleWorld, sale: SampleSale = {}) {
  const ids = createPlatformIds(
    (digits) => '5c1e9a37'.repeat(8).slice(0, digits),
    () => world.now,
  )
  const callbacks: SampleCallback[] = []
  let now = world.now
  let payment: Payment | null = null

  const currentPayment = (): Payment => {
    if (payment === null) throw new Error('The sample payment was not registered')
    return payment
  }
  const decideNow = (command: PaymentCommand): Decision & { readonly ok: true } => {
    const decision = decide(payment, command, {
      now,
      project,
      newOperationId: () => ids.operationId(),
      newHex: (digits) => '5c1e9a37'.repeat(8).slice(0, digits),
    })
    if (!decision.ok) throw new SampleRefusal(decision.refusal)
    for (const event of decision.events) {
      const after = evolve(payment, event)
      payment = after
      for (const { kind, operationId } of callbacksFor(event, after, project.switches)) {
        const body = callbackBody(kind, after, operationId, project.switches, world.platformUrl)
        callbacks.push({ kind, body, target: chooseTarget(after, kind === 'result', operationId) })
      }
    }
    return decision
  }
  const advance = (ms: number): void => {
    const end = now + ms
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const [timer] = timersOf(currentPayment()).toSorted((one, other) => one.dueAt - other.dueAt)
      if (timer === undefined || timer.dueAt > end) break
      now = Math.max(now, timer.dueAt)
      if (decideNow({ type: 'timerFired', timer: timer.name }).events.length === 0) break
    }
    now = end
  }

  decideNow({
    ...registerCommand({
      operation: sale.operation ?? 'sale',
      body: requestBody(sale, now),
      project,
      ids,
      now,
      reference: (url) => url,
    }),
    ...sale.byForm,
  })
  advance(0)

  return {
    get payment(): Payment {
      return currentPayment()
    },
    callbacks: callbacks as readonly SampleCallback[],
    /** Runs a command, then fires due timers. A refusal ends the sample with {@link SampleRefusal}. */
    do(command: PaymentCommand): Decision & { readonly ok: true } {
      const decision = decideNow(command)
      advance(0)
      return decision
    },
    /** Advances the sample's clock by `ms` milliseconds and fires the timers that become due, in order. */
    advance,
    get now(): number {
      return now
    },
  }
}

function requestBody({ card = SUCCESS_CARD, amount = 4650, returnUrl }: SampleSale, now: number): JsonObject {
  return {
    general: { payment_id: 'order-1' },
    card: { pan: card, year: new Date(now).getUTCFullYear() + 3, month: 7, card_holder: 'NORA VALE' },
    customer: { id: 'buyer-5', phone: '353810000011' },
    payment: { amount, currency: 'EUR', description: 'Order 1' },
    ...(returnUrl === undefined ? {} : { acs_return_url: { return_url: returnUrl } }),
  }
}

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

/** Opens the form with sample parameters, which are signed and checked like those of any other opening. */
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

/** A new form visit; null if the form does not open. */
export function sampleVisit(
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

export const firstPage = (visit: FormVisit, { switches }: Project, world: SampleWorld): FormView =>
  presentView({
    visit,
    payment: null,
    ways: waysOf(visit, null, { switches, now: world.now }),
    savedCards: [],
    switches,
    ...world,
  })
