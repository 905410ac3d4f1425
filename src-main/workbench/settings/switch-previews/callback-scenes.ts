import type { Project } from '#domain/project/project'
import { DAY_MS, HOUR_MS, MINUTE_MS, wireTime } from '#lib/time/time'
import { timersOf } from '#domain/payment/timers'
import { DECLINE_CARD, sampleRun, SUCCESS_CARD } from './sample-run'
import {
  type Scenes,
  DATA_CARD,
  CHALLENGE_CARD,
  PARTIAL_CARD,
  REDIRECTING,
  RETURN_URL,
  json,
  lastCallback,
  callbackLines,
  followUp,
  onForm,
  type SceneTools,
} from './scene'

const clarificationCallback = (project: Project, { world }: SceneTools): string =>
  lastCallback(sampleRun(project, world, { card: DATA_CARD }))

function anHourWithoutData(project: Project, { world }: SceneTools): string {
  const run = sampleRun(project, world, { card: DATA_CARD })
  run.advance(HOUR_MS)
  return lastCallback(run)
}

const AFTER_DECISION = ['The browser returns to the shop.', 'The result callback is sent.'] as const

/** Samples for switches that affect callbacks or the times of a payment. */
export const CALLBACK_SCENES = {
  partialApproval: {
    title: 'Result callback of a sale of 120.01 EUR with a partial-approval card',
    example: true,
    needs: { outcome: { mode: 'card' } },
    show: (project, { world }) =>
      lastCallback(sampleRun(project, world, { card: PARTIAL_CARD, amount: 12_001 })),
  },
  customers: {
    title: 'Last callback of a payment by redirect, an hour after the customer was sent to the provider',
    example: { mode: 'pay', afterMs: MINUTE_MS, percent: 100 },
    needs: { changedAmount: 'accept', processingDeadlineMs: DAY_MS },
    show(project, { world }) {
      const run = sampleRun(project, world, { byForm: { plan: REDIRECTING, retries: null } })
      run.advance(HOUR_MS)
      return lastCallback(run)
    },
  },
  changedAmount: {
    title: 'Result of a payment of 46.50 EUR for which the customer paid 40.00 EUR',
    example: 'decline',
    needs: { customers: { mode: 'wait' } },
    show(project, { world }) {
      const run = sampleRun(project, world, { byForm: { plan: REDIRECTING, retries: null } })
      const paid = { outcome: 'paid', amount: 4000, later: null } as const
      run.do({ type: 'decideAtProvider', by: 'customer', ...paid })
      return lastCallback(run)
    },
  },
  processingDeadlineMs: {
    title: 'How long a payment that waits for data can stay open',
    example: 10 * MINUTE_MS,
    show(project, { world }) {
      const { payment } = sampleRun(project, world, { card: DATA_CARD })
      return `Registered:            ${wireTime(payment.createdAt)}\nDeclined at the latest: ${wireTime(payment.deadlineAt)}`
    },
  },
  clarificationTimeoutCode: {
    title: 'Result callback of a payment whose data was never sent',
    example: '3191',
    needs: { outcome: { mode: 'card' }, processingDeadlineMs: DAY_MS },
    show: anHourWithoutData,
  },
  deadlineCode: {
    title: 'Result callback of a payment that was still open at its processing deadline',
    example: '601',
    needs: { outcome: { mode: 'card' }, processingDeadlineMs: 10 * MINUTE_MS },
    show: anHourWithoutData,
  },
  statusInPayment: {
    title: 'Clarification callback',
    example: true,
    needs: { outcome: { mode: 'card' }, clarificationAnswers: 'both', intermediateLayout: 'mission' },
    show: clarificationCallback,
  },
  intermediateCallbacks: {
    title: 'Callbacks of a payment whose customer passes 3-D Secure on the form',
    example: false,
    needs: { outcome: { mode: 'card' }, threeDSecure: 'form', formFailure: false },
    show: onForm(CHALLENGE_CARD, (run) => {
      const code = run.payment.challenge?.valid ?? null
      run.do({ type: 'submitChallenge', requestId: 'request-2', code })
      return callbackLines(run)
    }),
  },
  intermediateLayout: {
    title: 'Clarification callback',
    example: 'result',
    needs: { outcome: { mode: 'card' }, clarificationAnswers: 'both' },
    show: clarificationCallback,
  },
  cancelSpelling: {
    title: 'Callback of a cancelled hold',
    example: 'cancelled',
    needs: { outcome: { mode: 'card' }, followUps: 'approve' },
    show(project, { world }) {
      const run = sampleRun(project, world, { operation: 'auth' })
      run.do(followUp('cancel'))
      return lastCallback(run)
    },
  },
  resultBeforeReturn: {
    title: 'What follows a decision on the provider’s page',
    example: true,
    show: ({ switches }) =>
      (switches.resultBeforeReturn ? AFTER_DECISION.toReversed() : AFTER_DECISION).join('\n'),
  },
  callbackRules: {
    title: 'Where result callbacks go',
    example: [{ result: 'success', url: 'https://shop.example/paid' }],
    needs: { outcome: { mode: 'card' } },
    show: (project, { world }) =>
      [SUCCESS_CARD, DECLINE_CARD]
        .map((card) => {
          const { payment, callbacks } = sampleRun(project, world, { card })
          return `${payment.status}: ${callbacks.at(-1)?.target ?? 'nothing is sent'}`
        })
        .join('\n'),
  },
  verifyCallbackCertificate: {
    title: 'A callback to a merchant with a self-signed certificate',
    example: true,
    show: ({ switches }) =>
      switches.verifyCallbackCertificate
        ? 'The connection is closed before anything is sent.\nThe attempt fails, and the retry schedule continues.'
        : 'The callback is sent.\nThe attempt shows what is wrong with the certificate.',
  },
  threeDSecureByApi: {
    title: 'First callback of a sale with acs_return_url and a challenge card',
    example: 'off',
    needs: { outcome: { mode: 'card' }, intermediateCallbacks: true },
    show(project, { world }) {
      const { callbacks } = sampleRun(project, world, { card: CHALLENGE_CARD, returnUrl: RETURN_URL })
      return json(callbacks[0]?.body)
    },
  },
  holdTimeMs: {
    title: 'How long an authorisation waits for its capture',
    example: 2 * DAY_MS,
    needs: { outcome: { mode: 'card' } },
    show(project, { world }) {
      const { payment } = sampleRun(project, world, { operation: 'auth' })
      const end = timersOf(payment).find(({ name }) => name === 'hold')
      const time = (at: number | null | undefined): string =>
        typeof at === 'number' ? wireTime(at) : 'never'
      return `Held:                   ${wireTime(payment.updatedAt)}\nThe platform acts at:   ${time(end?.dueAt)}\nThe hold ends at:       ${time(payment.holdEndsAt)}`
    },
  },
  holdEnd: {
    title: 'Callback at the end of a hold',
    example: 'capture',
    needs: { outcome: { mode: 'card' } },
    show(project, { world }) {
      const run = sampleRun(project, world, { operation: 'auth' })
      run.advance(project.switches.holdTimeMs)
      return lastCallback(run)
    },
  },
  reversalRule: {
    title: 'Callback of a partial refund on the day of the purchase',
    example: 'amount',
    needs: { outcome: { mode: 'card' }, followUps: 'approve' },
    show(project, { world }) {
      const run = sampleRun(project, world)
      run.do(followUp('refund', 650))
      return lastCallback(run)
    },
  },
} satisfies Partial<Scenes>
