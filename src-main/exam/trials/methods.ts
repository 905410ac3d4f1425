import type { Merchant } from '#exam/setup/exam-setup'
import { answered, got200 } from './callbacks'
import { order, orderStart } from './orders'
import type { StepText, Trial, TrialStep } from './trial'

/** Payment methods of trials: for the first, the customer pays on the provider's page; for the second, by transfer. */
export const REDIRECT = 'online-banking/ideal'
export const TRANSFER = 'bank-transfer/multibanco'

export function withoutMethods({ sellsByMethods, style }: Merchant): string | null {
  if (sellsByMethods) return null
  return style === 'api'
    ? `The merchant sold nothing by a method other than cards. If it can, make the checkout take “method” from the request, such as ${REDIRECT}.`
    : 'Methods other than cards are observed only if the back end requests the payment through the API.'
}

/** Shows whether the checkout takes the method from the request. It belongs to no rule. */
export const BY_METHOD: Trial = {
  id: 'by-method',
  name: 'An order by a method other than cards',
  steps: [
    (merchant) => orderStart(merchant, { method: REDIRECT }),
    {
      step: { 'expect received': { as: 'order', path: '/\\/(sale|auth)$/', within: '5 s' } },
      needs: 'The merchant started no order at the platform.',
    },
    {
      step: {
        'expect payment': { of: 'order', body: { payment: { method: { not: 'card' } } }, within: '1 ms' },
      },
      needs: 'The merchant sold by card.',
    },
  ],
}

/**
 * Makes a trial of one order by a method. It begins once the merchant knows what its customer has to do; that callback
 * is `waiting`.
 */
export const onAwaiting = ({
  method,
  ...trial
}: Omit<Trial, 'cannot'> & { readonly method: string }): Trial => ({
  ...trial,
  cannot: withoutMethods,
  steps: [
    order({ method }),
    {
      step: { 'expect callback': { of: 'order', as: 'waiting', kind: 'intermediate', within: '10 s' } },
      needs: 'The payment did not await its customer.',
    },
    answered('waiting'),
    got200('waiting', {
      needs:
        'The callback about a payment that awaits its customer was not answered with 200 (see rules 3, 4 and 9).',
    }),
    ...trial.steps,
  ],
})

/** What the customer does at the provider: members of the step `customer`. */
export const atProvider = (decision: StepText): TrialStep => ({
  step: { customer: { of: 'order', ...decision } },
  needs: 'The customer could not decide at the provider.',
})

/** The browser comes back to the address that the sale names for a success. */
export const COMES_BACK: TrialStep = {
  step: { request: { as: 'back', url: '${order.body.return_url.success}' } },
  needs: 'The sale names no return_url.success, or there was no response at that address.',
}

/** The browser comes back and is shown a page. */
export const IS_WELCOME: readonly TrialStep[] = [
  COMES_BACK,
  {
    step: { 'expect response': { of: 'back', http: '<400' } },
    fails: 'The customer came back from the provider, and got an error.',
  },
]
