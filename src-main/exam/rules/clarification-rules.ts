import { answered, got200, sent } from '#exam/trials/callbacks'
import { REDIRECT, withoutMethods } from '#exam/trials/methods'
import { order } from '#exam/trials/orders'
import type { IfNot, StepText, Trial, TrialPart, TrialStep } from '#exam/trials/trial'
import type { Merchant } from '#exam/setup/exam-setup'
import { noAnswerIsRepeated, noNameIsDotted } from '#exam/requests/checks'
import type { Rule } from './rule'

/** Wall time within which a clarification must be answered; the 30 minutes of the contract are virtual time. */
const ANSWER_LIMIT = '8 s'

const withoutClarification = ({ clarification, remedies }: Merchant): string | null =>
  clarification ? null : remedies.clarification

const AVS_ORDER = order({ card: 'clarification-avs' })
const CUSTOMER_ORDER = order({ card: 'clarification-customer' })

const ASKED: TrialStep = {
  step: { 'expect callback': { of: 'order', as: 'asked', kind: 'clarification', within: '10 s' } },
  needs: 'The platform requested nothing.',
}

const NOT_UNDERSTOOD = 'The clarification callback was not answered with 200 (see rules 3 and 4).'

const answerStep = (body: StepText | null): StepText => ({
  'expect received': {
    of: 'order',
    path: '/v2/payment/clarification',
    ...(body === null ? {} : { body }),
    within: ANSWER_LIMIT,
  },
})

const clarificationTrial = (
  id: string,
  name: string,
  ordered: TrialPart,
  judged: TrialStep,
  ifNot: IfNot = { needs: NOT_UNDERSTOOD },
): Trial => ({
  id,
  name,
  cannot: withoutClarification,
  steps: [ordered, ASKED, answered('asked'), got200('asked', ifNot), judged],
})

const IN_PARTS: Trial = {
  id: 'remaining',
  name: 'The list of remaining fields is answered',
  cannot: withoutClarification,
  faults: [{ kind: 'drop', on: ['clarification'], first: 1 }],
  steps: [
    AVS_ORDER,
    ASKED,
    // The platform needs both parts of the address; this callback requests only one, so the other remains.
    sent(
      'first',
      { clarification_fields: { avs_data: ['avs_post_code'] } },
      { needs: NOT_UNDERSTOOD },
      { of: 'asked' },
    ),
    {
      step: answerStep({
        additional_data: { avs_data: { avs_post_code: 'any', avs_street_address: 'absent' } },
      }),
      needs: 'The merchant did not send exactly what was requested, so nothing remained.',
    },
    {
      step: { 'expect callback': { of: 'order', as: 'rest', kind: 'remaining', within: '10 s' } },
      needs: 'Nothing remained.',
    },
    answered('rest'),
    got200('rest', { needs: NOT_UNDERSTOOD }),
    {
      step: answerStep({ additional_data: { avs_data: { avs_street_address: 'any' } } }),
      fails: 'The remaining fields were never sent.',
    },
  ],
}

const METHOD_DATA: Trial = {
  ...clarificationTrial('method-data', 'Data of a method is requested', order({ method: REDIRECT }), {
    step: answerStep({ additional_data: { identify: { doc_number: 'any' } } }),
    fails: 'The data that a method requires was requested, and not sent.',
  }),
  cannot: (merchant) => withoutMethods(merchant) ?? withoutClarification(merchant),
  switches: { outcome: { mode: 'clarify', fields: { identify: ['doc_number'] } } },
}

export const CLARIFICATION_RULES: readonly Rule[] = [
  {
    number: 11,
    title: 'A clarification is answered within 30 minutes',
    sections: '5.2, 6',
    matters: 'The payment is declined after 30 minutes although the customer could have paid.',
    remedy:
      'Answer a clarification callback with POST /v2/payment/clarification. While you wait for the customer, send an empty additional_data: it restarts the 30 minutes.',
    trials: [
      clarificationTrial(
        'answered',
        'A clarification is answered',
        AVS_ORDER,
        { step: answerStep(null), fails: 'The clarification was not answered.' },
        { fails: NOT_UNDERSTOOD },
      ),
    ],
  },
  {
    number: 12,
    title: 'additional_data is always present',
    sections: '5.2',
    matters: 'A request without it is refused with code 2004 and does not restart the 30 minutes.',
    remedy: 'Send the object additional_data in every clarification request, empty if you have nothing yet.',
    trials: [
      clarificationTrial('additional-data', 'The answer has additional_data', AVS_ORDER, {
        step: answerStep({ additional_data: 'any' }),
        fails: 'The clarification request has no additional_data.',
        onlyIfSeen: true,
      }),
    ],
  },
  {
    number: 13,
    title: 'The list of remaining fields is read, and the submission repeated',
    sections: '5.2, 6',
    matters: 'The payment waits for data that the shop believes it has sent, and is declined.',
    remedy:
      'Read clarification_fields of every callback and every response, and send exactly what they still list until nothing is left. A value that you sent and that is listed again was wrong: read errors in the response, and ask the customer instead of sending the same value again.',
    trials: [IN_PARTS],
    check: noAnswerIsRepeated,
  },
  {
    number: 14,
    title: 'One-time codes are handled live',
    sections: '6, 7.9',
    matters: 'The customer cannot enter the code that was sent.',
    remedy: 'Show a field for customer.security_code as soon as it is requested.',
    review:
      'After the exam, set the platform of a running Paybench in the merchant’s settings, because the exam’s platform has ended. Then pay with the card 4000 0000 0001 7030 at your checkout, and type the code 123456 when you are asked. Check whether your checkout requests the code immediately, and whether the order is paid afterwards.',
    needsBench: true,
  },
  {
    number: 15,
    title: 'Dotted names become nested objects; dates are DD-MM-YYYY, countries two letters',
    sections: '5.8',
    matters: 'The platform treats the values as wrong and asks again until the time is up.',
    remedy:
      'billing.country belongs at additional_data.customer.billing.country. Write dates like 27-02-1990 and countries like IE.',
    trials: [
      clarificationTrial('shapes', 'Date, country and nested names', CUSTOMER_ORDER, {
        step: answerStep({
          additional_data: {
            'customer.billing.country': 'absent',
            'customer.day_of_birth': 'absent',
            customer: {
              'billing.country': 'absent',
              'billing.city': 'absent',
              billing: { country: '/^[A-Z]{2}$/' },
              day_of_birth: '/^(0[1-9]|[12]\\d|3[01])-(0[1-9]|1[0-2])-\\d{4}$/',
            },
          },
        }),
        fails: 'The customer data is not in the format that the platform reads.',
        onlyIfSeen: true,
        missing: 'These values were never sent in a clarification, so their format was not seen:',
      }),
    ],
    check: noNameIsDotted,
  },
  {
    number: 38,
    title: 'A clarification about the data of a method is answered',
    sections: '16.3, 6',
    matters: 'The platform requests what a method needs, and declines the payment after 30 minutes.',
    remedy:
      'Read every key of clarification_fields, not only those of cards, and send the values at additional_data.KEY.NAME, such as additional_data.identify.doc_number.',
    onlyFor: 'methods',
    trials: [METHOD_DATA],
  },
]
