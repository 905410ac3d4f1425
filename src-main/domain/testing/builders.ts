import { NO_TARGETS } from '#domain/callback/target'
import { maskCardNumber } from '#domain/card/card-number'
import type { DecisionEnv, FollowUp, Register, SubmitClarification } from '#domain/payment/commands'
import { evolve } from '#domain/payment/evolve'
import { newOperation } from '#domain/payment/new-operation'
import type { Account, CallbackPlan, Operation, Payment } from '#domain/payment/payment'
import { DEFAULT_SWITCHES, type Project, type ProjectSwitches } from '#domain/project/project'
import { planFor } from '#domain/provider/outcome'
import type { OutcomeStep } from '#domain/provider/outcome-steps'

/** Virtual time at the start of a test: 9 April 2031, 16:20:05 UTC. */
export const START = Date.UTC(2031, 3, 9, 16, 20, 5)

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A project with the reference behaviour; `switches` overrides only the given ones. */
export function aProject(
  overrides: Partial<Omit<Project, 'switches'>> & { readonly switches?: Partial<ProjectSwitches> } = {},
): Project {
  const { switches, ...rest } = overrides
  return {
    projectId: 9041,
    name: 'Test shop',
    secret: 'mock-secret-7Rk2vQ',
    callbackUrl: 'https://shop.test/callbacks',
    ...rest,
    switches: { ...DEFAULT_SWITCHES, ...switches },
  }
}

/** A test card that succeeds; `number` is masked, as in every stored payment. */
export function anAccount(overrides: Partial<Account> = {}): Account {
  return {
    type: 'visa',
    cardHolder: 'NORA VALE',
    expiryMonth: '07',
    expiryYear: '2033',
    id: 70311,
    token: '9f'.repeat(32),
    ...overrides,
    number: maskCardNumber(overrides.number ?? '4000000000000077'),
  }
}

/** No payment URLs and no rules: every callback goes to the project's URL immediately. */
export function aCallbackPlan(overrides: Partial<CallbackPlan> = {}): CallbackPlan {
  return { ...NO_TARGETS, projectUrl: 'https://shop.test/callbacks', ...overrides }
}

/** The sale of {@link aPayment}, in processing. */
export function anOperation(overrides: Partial<Operation> = {}): Operation {
  const sum = { amount: 4650, currency: 'EUR' }
  return { ...newOperation({ type: 'sale', sum, requestId: 'request-1' }, anEnv()), ...overrides }
}

/** A card payment of 46.50 EUR in processing. The caller keeps status, operations and money consistent. */
export function aPayment(overrides: Partial<Payment> = {}): Payment {
  const registered = evolve(null, {
    ...aRegistration(),
    type: 'registered',
    at: START,
    projectId: 9041,
    deadlineAt: START + DAY,
    operation: anOperation(),
  })
  return { ...registered, ...overrides }
}

/** A sale of 46.50 EUR whose outcome the tester decides, unless a plan is given. */
export function aRegistration(overrides: Partial<Omit<Register, 'type'>> = {}): Register {
  return {
    type: 'register',
    kind: 'purchase',
    operation: 'sale',
    key: 'pay-1',
    paymentId: 'Shop-2031',
    origin: 'api',
    method: 'card',
    requestId: 'request-1',
    sum: { amount: 4650, currency: 'EUR' },
    customer: { id: 'buyer-5', phone: '3538123411' },
    account: anAccount(),
    description: '',
    callbacks: aCallbackPlan(),
    supplied: {},
    plan: [],
    retries: null,
    ...overrides,
  }
}

/** The merchant's request with clarification data. Equal data has the same fingerprint, as identical bytes do. */
export function aSubmission(
  additionalData: Readonly<Record<string, unknown>>,
  overrides: Partial<SubmitClarification> = {},
): SubmitClarification {
  const fingerprint = JSON.stringify(additionalData)
  return {
    type: 'submitClarification',
    via: 'api',
    requestId: `request-for-${fingerprint}`,
    fingerprint,
    additionalData,
    ...overrides,
  }
}

/** A capture, cancel or refund of the full remaining amount, by the merchant. */
export function aFollowUp(type: FollowUp['type'], overrides: Partial<FollowUp> = {}): FollowUp {
  return {
    type,
    by: 'merchant',
    requestId: `request-${type}`,
    amount: null,
    currency: null,
    merchantRefundId: null,
    ...overrides,
  }
}

/** A fixed time and project; ids count up and hex digits are all zero, so that decisions can be compared. */
export function anEnv(overrides: Partial<DecisionEnv> = {}): DecisionEnv {
  let operations = 9041000000310
  return {
    now: START,
    project: aProject(),
    newOperationId: () => (operations += 1),
    newHex: (digits) => '0'.repeat(digits),
    ...overrides,
  }
}

/** What the provider does with this card in an API payment, unless `change` says otherwise. */
export function aPlan(
  cardNumber: string,
  change: Partial<Parameters<typeof planFor>[0]> = {},
): readonly OutcomeStep[] {
  return planFor({
    cardNumber,
    switches: { outcome: { mode: 'card' } },
    registersRecurring: false,
    threeDSecure: false,
    ...change,
  })
}

/** An immediate approval. */
export const APPROVED = {
  kind: 'result',
  outcome: 'success',
  code: '0',
  delayMs: 0,
  stated: true,
} as const satisfies OutcomeStep
