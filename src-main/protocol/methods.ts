import { z } from 'zod'
import * as rules from './rules'
import { annotateParams, annotation } from './annotations'
import * as bench from './bench'
import * as exam from './exam'
import * as messages from './messages'
import * as payments from './payments'
import * as projects from './projects'
import * as replay from './replay'
import * as sessions from './sessions'
import * as traffic from './traffic'
import * as scenarios from './scenarios'
import * as signatures from './signatures'
import { LIMITS } from '#lib/limits/limit-table'
import { paymentKeyParam, type ErrorCode } from './shapes'

/**
 * What a method does to its session. `changes`: refused while a session is open read-only. `reads`: only reads or
 * calculates. `session`: about sessions themselves, always allowed.
 */
type Effect = 'reads' | 'changes' | 'session'

/** Errors that depend on the method. */
type OwnError = Extract<ErrorCode, 'not_found' | 'wrong_state' | 'conflict' | 'cancelled'>

/** The shapes, the effect and the errors of a method. */
interface MethodRow<
  Does extends Effect = Effect,
  Params extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly params: Params
  readonly result: Result
  readonly effect: Does
  /** Every code that an error of this method can have. */
  readonly errors: readonly ErrorCode[]
}

/** Wrong parameters, a session that is closing or unreadable, a full disk, and errors of Paybench itself. */
const OF_EVERY_METHOD = ['invalid_params', 'unavailable', 'disk_full', 'internal'] as const

/** Returns a function that makes the rows of one effect. `common`: errors of every method with this effect. */
const rowMaker =
  <Does extends Effect>(effect: Does, ...common: readonly ErrorCode[]) =>
  <Params extends z.ZodType, Result extends z.ZodType>(
    params: Params,
    result: Result,
    ...own: readonly OwnError[]
  ): MethodRow<Does, Params, Result> => ({
    params,
    result,
    effect,
    errors: [...OF_EVERY_METHOD, ...common, ...own],
  })

const reads = rowMaker('reads')
const changes = rowMaker('changes', 'read_only')
const session = rowMaker('session')

/** A change to a payment; refused if the payment's state does not allow it. */
const changesPayment = <Params extends z.ZodType>(params: Params, ...own: readonly OwnError[]) =>
  changes(params, payments.paymentSummary, 'not_found', 'wrong_state', ...own)

/** A change to a callback's schedule; refused if the callback's state does not allow it. */
const changesCallback = <Params extends z.ZodType>(params: Params) =>
  changes(params, messages.callbackSummary, 'not_found', 'wrong_state')

/** A report of these payments, in this order: one HTML file, or Markdown for a ticket. */
const reportParams = z.strictObject({
  keys: z.array(paymentKeyParam).min(1).max(LIMITS.reportPayments),
  format: z.enum(['html', 'markdown']),
})

/** `isCut`: something was left out to limit the size of the report; the text says where. */
const reportResult = z.object({ text: z.string(), isCut: z.boolean() })

const nothing = z.strictObject({})
const done = z.object({})

/**
 * Every method of Paybench, for the workbench and for scripts: `POST {workbench}/api/v1/{method}` with the
 * params as a JSON object. A row has the effect, the shapes of params and result, and the errors beyond those
 * common to all methods.
 */
export const METHODS = {
  'bench.info': reads(nothing, bench.benchInfo),
  'bench.reset': changes(bench.resetParams, done, 'not_found'),
  'settings.update': changes(bench.settingsUpdateParams, bench.storageView),
  'projects.list': reads(nothing, z.object({ items: z.array(projects.projectView) })),
  'projects.create': changes(projects.projectsCreateParams, projects.projectView, 'conflict'),
  'projects.update': changes(projects.projectsUpdateParams, projects.projectView, 'not_found'),
  'projects.previewSwitch': reads(projects.previewSwitchParams, projects.switchPreview, 'not_found'),
  'payments.list': reads(payments.paymentsListParams, payments.paymentsPage),
  'payments.get': reads(payments.getParams, payments.paymentDetail, 'not_found'),
  'payments.create': changes(payments.createParams, payments.paymentSummary, 'not_found', 'conflict'),
  // Not `reads`: it brings the payment up to date first.
  'payments.previewClarification': changes(
    payments.requestClarificationParams,
    payments.clarificationPreview,
    'not_found',
    'wrong_state',
  ),
  'payments.requestClarification': changesPayment(payments.requestClarificationParams),
  'payments.answerClarification': changes(
    payments.answerClarificationParams,
    payments.answerClarificationResult,
    'not_found',
  ),
  'payments.expireClarification': changesPayment(payments.keyParams),
  'payments.resendCode': changesPayment(payments.keyParams),
  'payments.complete': changesPayment(payments.completeParams),
  'payments.decideAtProvider': changesPayment(payments.decideAtProviderParams),
  'payments.capture': changesPayment(payments.amountParams),
  'payments.cancel': changesPayment(payments.amountParams),
  'payments.refund': changesPayment(payments.amountParams),
  'payments.chargeAgain': changesPayment(payments.chargeAgainParams, 'conflict'),
  'payments.cancelSeries': changesPayment(payments.keyParams),
  'payments.curl': reads(payments.curlParams, payments.curlResult, 'not_found'),
  'callbacks.list': reads(messages.callbackListParams, messages.callbacksPage),
  'callbacks.get': reads(messages.callbackIdParams, messages.callbackDetail, 'not_found'),
  'callbacks.attempt': reads(messages.attemptParams, messages.callbackAttempt, 'not_found'),
  'callbacks.replay': changes(replay.replayParams, messages.callbackSummary, 'not_found'),
  'callbacks.previewReplay': reads(replay.replayParams, replay.messagePreview, 'not_found'),
  'callbacks.family': reads(messages.callbackIdParams, replay.familyResult, 'not_found'),
  'callbacks.templates': reads(replay.templatesParams, replay.templatesResult, 'not_found'),
  'callbacks.compose': changes(replay.composeParams, messages.callbackSummary, 'not_found'),
  'callbacks.previewCompose': reads(replay.composeParams, replay.messagePreview, 'not_found'),
  'callbacks.check': changes(exam.checkParams, exam.callbackCheck, 'not_found', 'wrong_state', 'conflict'),
  'callbacks.checks': reads(messages.callbackIdParams, exam.callbackChecksResult, 'not_found'),
  'replay.start': changes(replay.startParams, replay.replayJob, 'not_found'),
  'replay.preview': reads(replay.startParams, replay.replayPlan, 'not_found'),
  'replay.get': reads(replay.getParams, replay.replayGetResult, 'not_found'),
  'replay.list': reads(nothing, replay.replayListResult),
  'replay.cancel': changes(replay.cancelParams, replay.replayJob, 'not_found'),
  'callbacks.sendNow': changesCallback(messages.callbackIdParams),
  'callbacks.hold': changesCallback(messages.callbackIdParams),
  'callbacks.release': changesCallback(messages.callbackIdParams),
  'callbacks.cancel': changesCallback(messages.callbackIdParams),
  'callbacks.retarget': changesCallback(rules.retargetParams),
  'callbacks.resend': changesCallback(messages.callbackIdParams),
  'faults.list': reads(nothing, rules.faultsView),
  'faults.save': changes(rules.faultsSaveParams, rules.faultsView),
  'faults.put': changes(rules.faultsPutParams, rules.faultsChanged, 'conflict'),
  'faults.remove': changes(rules.ruleIdParams, rules.faultsChanged, 'not_found'),
  'faults.move': changes(rules.ruleMoveParams, rules.faultsChanged, 'not_found'),
  'faults.switch': changes(rules.ruleSwitchParams, rules.faultsChanged, 'not_found'),
  'faults.undo': changes(rules.ruleUndoParams, rules.faultsView, 'not_found', 'conflict'),
  'faults.resetCounts': changes(rules.ruleResetParams, rules.faultsView, 'not_found'),
  'captures.list': reads(messages.exchangeListParams, messages.exchangesPage),
  'captures.get': reads(messages.exchangeIdParams, messages.exchangeDetail, 'not_found'),
  'exchanges.list': reads(messages.exchangeListParams, messages.exchangesPage),
  'exchanges.get': reads(messages.exchangeIdParams, messages.exchangeDetail, 'not_found'),
  'exchanges.resend': changes(traffic.resendParams, traffic.resendResult, 'not_found', 'wrong_state'),
  'traffic.list': reads(traffic.trafficListParams, traffic.trafficPage),
  'traffic.get': reads(messages.exchangeIdParams, traffic.trafficDetail, 'not_found'),
  'traffic.exportHar': reads(traffic.exportHarParams, traffic.exportHarResult, 'not_found', 'conflict'),
  'traffic.importHar': changes(traffic.importHarParams, traffic.importHarResult, 'not_found', 'conflict'),
  'annotations.set': changes(annotateParams, annotation, 'not_found'),
  'reports.payments': reads(reportParams, reportResult, 'not_found'),
  'search.all': reads(traffic.searchAllParams, traffic.searchAllResult),
  'answers.list': reads(nothing, rules.answersView),
  'answers.save': changes(rules.answersSaveParams, rules.answersView),
  'answers.put': changes(rules.answersPutParams, rules.answersChanged, 'conflict'),
  'answers.remove': changes(rules.ruleIdParams, rules.answersChanged, 'not_found'),
  'answers.move': changes(rules.ruleMoveParams, rules.answersChanged, 'not_found'),
  'answers.switch': changes(rules.ruleSwitchParams, rules.answersChanged, 'not_found'),
  'answers.undo': changes(rules.ruleUndoParams, rules.answersView, 'not_found', 'conflict'),
  'answers.resetCounts': changes(rules.ruleResetParams, rules.answersView, 'not_found'),
  'clock.get': reads(nothing, bench.clockView),
  'clock.timers': reads(bench.clockTimersParams, bench.clockTimersResult),
  'clock.set': changes(bench.clockSetParams, bench.clockView, 'wrong_state', 'conflict'),
  'clock.advance': changes(bench.clockAdvanceParams, bench.advanceResult, 'conflict', 'cancelled'),
  'clock.advanceToNext': changes(
    bench.clockAdvanceToNextParams,
    bench.advanceResult,
    'wrong_state',
    'conflict',
    'cancelled',
  ),
  'clock.cancelAdvance': changes(nothing, bench.clockView),
  // Not `changes`: it replaces the session with its earlier state.
  'clock.takeBack': session(nothing, bench.clockView, 'wrong_state', 'conflict'),
  'preview.sign': reads(projects.previewSignParams, projects.previewSignResult, 'not_found'),
  // Not `reads`: it opens the form at the platform, which is closed in a read-only session.
  'preview.create': changes(projects.previewCreateParams, projects.previewCreateResult, 'not_found'),
  'signature.sign': reads(signatures.signParams, signatures.signResult, 'not_found'),
  'signature.explain': reads(signatures.explainParams, signatures.explainResult, 'not_found'),
  'scenarios.list': reads(nothing, scenarios.scenariosList),
  'scenarios.get': reads(scenarios.scenarioParams, scenarios.scenarioDetail, 'not_found'),
  'scenarios.check': reads(scenarios.checkParams, scenarios.scenarioCheckResult),
  'scenarios.schema': reads(nothing, scenarios.scenarioSchemaResult),
  // Not `reads`: it brings the payment up to date first.
  'scenarios.record': changes(
    scenarios.recordParams,
    scenarios.scenarioRecordResult,
    'not_found',
    'wrong_state',
  ),
  'scenarios.startRecording': changes(
    scenarios.recordingStartParams,
    scenarios.liveRecording,
    'not_found',
    'conflict',
  ),
  'scenarios.stopRecording': changes(
    scenarios.recordingStopParams,
    scenarios.recordingStopResult,
    'not_found',
    'wrong_state',
  ),
  'scenarios.save': changes(scenarios.saveParams, scenarios.scenarioDetail, 'conflict'),
  'scenarios.remove': changes(scenarios.removeParams, done, 'not_found', 'conflict'),
  'scenarios.effects': reads(
    scenarios.scenariosParams,
    scenarios.scenarioEffects,
    'not_found',
    'wrong_state',
  ),
  'scenarios.run': changes(scenarios.runParams, done, 'not_found', 'wrong_state', 'conflict'),
  'scenarios.step': changes(scenarios.stepParams, done, 'not_found', 'wrong_state', 'conflict'),
  'scenarios.resume': changes(scenarios.scenarioParams, done, 'not_found', 'wrong_state'),
  'scenarios.report': reads(
    scenarios.scenariosParams,
    scenarios.scenarioReportResult,
    'not_found',
    'wrong_state',
  ),
  'scenarios.stop': changes(nothing, done),
  'exam.get': reads(nothing, exam.examGetResult),
  'exam.rule': reads(exam.ruleParams, exam.examRule, 'not_found'),
  'exam.start': changes(exam.startParams, exam.examSummary, 'not_found', 'conflict'),
  'exam.tryOrder': reads(exam.tryOrderParams, exam.examTryOrderResult),
  'exam.repeat': changes(exam.repeatParams, exam.examSummary, 'not_found', 'wrong_state', 'conflict'),
  'exam.stop': changes(nothing, done),
  'exam.answer': changes(exam.answerParams, exam.examSummary, 'not_found', 'wrong_state'),
  'exam.report': reads(exam.reportParams, exam.examReportResult, 'wrong_state'),
  'sessions.list': session(nothing, sessions.sessionsList),
  'sessions.export': session(sessions.exportParams, sessions.exportView, 'conflict', 'cancelled'),
  'sessions.download': session(sessions.downloadParams, sessions.downloadResult, 'not_found'),
  'sessions.discard': session(sessions.idParams, done, 'not_found'),
  'sessions.upload': session(sessions.uploadParams, sessions.uploadResult, 'conflict', 'cancelled'),
  'sessions.cancel': session(nothing, done),
  'sessions.open': session(sessions.openParams, sessions.openSession, 'not_found', 'wrong_state', 'conflict'),
  'sessions.close': session(nothing, sessions.openSession, 'conflict'),
  'sessions.remove': session(sessions.idParams, done, 'not_found', 'conflict'),
} as const

export type MethodName = keyof typeof METHODS
export type Params<Name extends MethodName> = z.input<(typeof METHODS)[Name]['params']>
export type ParsedParams<Name extends MethodName> = z.output<(typeof METHODS)[Name]['params']>
export type Result<Name extends MethodName> = z.output<(typeof METHODS)[Name]['result']>
type MethodThat<Does extends Effect> = {
  [Name in MethodName]: (typeof METHODS)[Name]['effect'] extends Does ? Name : never
}[MethodName]
/** Methods that work whichever session is open. */
export type SessionMethodName = MethodThat<'session'>

/** Own keys only: `toString` is not a method. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name)
}

export type Handlers = {
  readonly [Name in MethodName]: (params: ParsedParams<Name>) => Promise<Result<Name>> | Result<Name>
}
