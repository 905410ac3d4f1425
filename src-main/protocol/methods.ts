import { z } from 'zod'
import {
  answersChanged,
  answersPutParams,
  answersResetParams,
  answersSaveParams,
  answersView,
  faultsChanged,
  faultsPutParams,
  faultsResetParams,
  faultsSaveParams,
  faultsView,
  retargetParams,
  ruleIdParams,
  ruleMoveParams,
  ruleSwitchParams,
  ruleUndoParams,
} from './rules'
import { annotateParams, annotation } from './annotations'
import {
  advanceResult,
  benchInfo,
  benchResetParams,
  clockAdvanceParams,
  clockAdvanceToNextParams,
  clockSetParams,
  clockView,
  settingsUpdateParams,
  storageView,
} from './bench'
import {
  callbackCheck,
  callbackCheckParams,
  callbackChecksResult,
  examAnswerParams,
  examGetResult,
  examRepeatParams,
  examReportParams,
  examReportResult,
  examRule,
  examRuleParams,
  examStartParams,
  examSummary,
  examTryOrderParams,
  examTryOrderResult,
} from './exam'
import {
  attemptParams,
  callbackAttempt,
  callbackDetail,
  callbackSummary,
  callbacksPage,
  exchangeDetail,
  exchangesPage,
  callbackIdParams,
  exchangeIdParams,
  callbackListParams,
  exchangeListParams,
} from './messages'
import {
  amountParams,
  chargeAgainParams,
  answerClarificationParams,
  answerClarificationResult,
  clarificationPreview,
  completeParams,
  curlParams,
  curlResult,
  paymentDetail,
  paymentKeyParams,
  paymentsGetParams,
  paymentSummary,
  paymentsCreateParams,
  paymentsListParams,
  paymentsPage,
  requestClarificationParams,
} from './payments'
import {
  previewCreateParams,
  previewCreateResult,
  previewSignParams,
  previewSignResult,
  previewSwitchParams,
  projectsCreateParams,
  projectsUpdateParams,
  projectView,
  switchPreview,
} from './projects'
import {
  composeParams,
  familyResult,
  messagePreview,
  replayCancelParams,
  replayGetParams,
  replayGetResult,
  replayJob,
  replayListResult,
  replayParams,
  replayStartParams,
  templatesParams,
  templatesResult,
} from './replay'
import {
  downloadParams,
  downloadResult,
  exportParams,
  exportView,
  openParams,
  openSession,
  sessionIdParams,
  sessionsList,
  uploadParams,
  uploadResult,
} from './sessions'
import {
  exportHarParams,
  exportHarResult,
  importHarParams,
  importHarResult,
  resendParams,
  resendResult,
  searchAllParams,
  searchAllResult,
  trafficDetail,
  trafficListParams,
  trafficPage,
} from './traffic'
import {
  liveRecording,
  recordingStartParams,
  recordingStopParams,
  recordingStopResult,
  scenarioCheckParams,
  scenarioCheckResult,
  scenarioDetail,
  scenarioParams,
  scenarioRecordParams,
  scenarioRecordResult,
  scenarioReportResult,
  scenarioRemoveParams,
  scenarioSaveParams,
  scenarioSchemaResult,
  scenariosList,
  scenariosParams,
  scenariosRunParams,
  scenarioEffects,
  scenarioStepParams,
} from './scenarios'
import { explainParams, explainResult, signParams, signResult } from './signatures'
import { LIMITS } from '#lib/limits/limit-table'
import { paymentKeyParam, type ErrorCode } from './shapes'

/**
 * What a method does to the session it is called on. `changes`: refused while a session is open read-only. `reads`: looks
 * or calculates only. `session`: about sessions themselves, always allowed.
 */
type Effect = 'reads' | 'changes' | 'session'

/** Errors that depend on the method. */
type OwnError = Extract<ErrorCode, 'not_found' | 'wrong_state' | 'conflict' | 'cancelled'>

/** What a caller has to know of a method: what it takes and returns, what it does, and how it can fail. */
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

/** Wrong parameters, a session that is being closed or cannot be read, a full disk, and errors of the bench itself. */
const OF_EVERY_METHOD = ['invalid_params', 'unavailable', 'disk_full', 'internal'] as const

/** Makes rows of one effect. `common`: errors of every method with this effect. */
const rowsThat =
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

const reads = rowsThat('reads')
const changes = rowsThat('changes', 'read_only')
const session = rowsThat('session')

/** A report of these payments, in this order: one HTML file, or Markdown for a ticket. */
const reportParams = z.strictObject({
  keys: z.array(paymentKeyParam).min(1).max(LIMITS.reportPayments),
  format: z.enum(['html', 'markdown']),
})

/** `isCut`: something was left out to bound its size; the text says where. */
const reportResult = z.object({ text: z.string(), isCut: z.boolean() })

const nothing = z.strictObject({})
const done = z.object({})

/**
 * Every method of the bench, for the workbench and for scripts alike:
 * `POST {workbench}/api/v1/{method}` with the params as a JSON object. A row has the effect, the shapes of params and
 * result, and the errors that not every method has.
 */
export const METHODS = {
  'bench.info': reads(nothing, benchInfo),
  'bench.reset': changes(benchResetParams, done, 'not_found'),
  'settings.update': changes(settingsUpdateParams, storageView),
  'projects.list': reads(nothing, z.object({ items: z.array(projectView) })),
  'projects.create': changes(projectsCreateParams, projectView, 'conflict'),
  'projects.update': changes(projectsUpdateParams, projectView, 'not_found'),
  'projects.previewSwitch': reads(previewSwitchParams, switchPreview, 'not_found'),
  'payments.list': reads(paymentsListParams, paymentsPage),
  'payments.get': reads(paymentsGetParams, paymentDetail, 'not_found'),
  'payments.create': changes(paymentsCreateParams, paymentSummary, 'not_found', 'conflict'),
  // Not `reads`: it brings the payment up to date first.
  'payments.previewClarification': changes(
    requestClarificationParams,
    clarificationPreview,
    'not_found',
    'wrong_state',
  ),
  'payments.requestClarification': changes(
    requestClarificationParams,
    paymentSummary,
    'not_found',
    'wrong_state',
  ),
  'payments.answerClarification': changes(answerClarificationParams, answerClarificationResult, 'not_found'),
  'payments.expireClarification': changes(paymentKeyParams, paymentSummary, 'not_found', 'wrong_state'),
  'payments.complete': changes(completeParams, paymentSummary, 'not_found', 'wrong_state'),
  'payments.capture': changes(amountParams, paymentSummary, 'not_found', 'wrong_state'),
  'payments.cancel': changes(amountParams, paymentSummary, 'not_found', 'wrong_state'),
  'payments.refund': changes(amountParams, paymentSummary, 'not_found', 'wrong_state'),
  'payments.chargeAgain': changes(chargeAgainParams, paymentSummary, 'not_found', 'wrong_state', 'conflict'),
  'payments.cancelSeries': changes(paymentKeyParams, paymentSummary, 'not_found', 'wrong_state'),
  'payments.curl': reads(curlParams, curlResult, 'not_found'),
  'callbacks.list': reads(callbackListParams, callbacksPage),
  'callbacks.get': reads(callbackIdParams, callbackDetail, 'not_found'),
  'callbacks.attempt': reads(attemptParams, callbackAttempt, 'not_found'),
  'callbacks.replay': changes(replayParams, callbackSummary, 'not_found'),
  'callbacks.previewReplay': reads(replayParams, messagePreview, 'not_found'),
  'callbacks.family': reads(callbackIdParams, familyResult, 'not_found'),
  'callbacks.templates': reads(templatesParams, templatesResult, 'not_found'),
  'callbacks.compose': changes(composeParams, callbackSummary, 'not_found'),
  'callbacks.previewCompose': reads(composeParams, messagePreview, 'not_found'),
  'callbacks.check': changes(callbackCheckParams, callbackCheck, 'not_found', 'wrong_state', 'conflict'),
  'callbacks.checks': reads(callbackIdParams, callbackChecksResult, 'not_found'),
  'replay.start': changes(replayStartParams, replayJob, 'not_found'),
  'replay.get': reads(replayGetParams, replayGetResult, 'not_found'),
  'replay.list': reads(nothing, replayListResult),
  'replay.cancel': changes(replayCancelParams, replayJob, 'not_found'),
  'callbacks.sendNow': changes(callbackIdParams, callbackSummary, 'not_found', 'wrong_state'),
  'callbacks.hold': changes(callbackIdParams, callbackSummary, 'not_found', 'wrong_state'),
  'callbacks.release': changes(callbackIdParams, callbackSummary, 'not_found', 'wrong_state'),
  'callbacks.cancel': changes(callbackIdParams, callbackSummary, 'not_found', 'wrong_state'),
  'callbacks.retarget': changes(retargetParams, callbackSummary, 'not_found', 'wrong_state'),
  'callbacks.resend': changes(callbackIdParams, callbackSummary, 'not_found', 'wrong_state'),
  'faults.list': reads(nothing, faultsView),
  'faults.save': changes(faultsSaveParams, faultsView),
  'faults.put': changes(faultsPutParams, faultsChanged, 'conflict'),
  'faults.remove': changes(ruleIdParams, faultsChanged, 'not_found'),
  'faults.move': changes(ruleMoveParams, faultsChanged, 'not_found'),
  'faults.switch': changes(ruleSwitchParams, faultsChanged, 'not_found'),
  'faults.undo': changes(ruleUndoParams, faultsView, 'not_found', 'conflict'),
  'faults.resetCounts': changes(faultsResetParams, faultsView, 'not_found'),
  'captures.list': reads(exchangeListParams, exchangesPage),
  'captures.get': reads(exchangeIdParams, exchangeDetail, 'not_found'),
  'exchanges.list': reads(exchangeListParams, exchangesPage),
  'exchanges.get': reads(exchangeIdParams, exchangeDetail, 'not_found'),
  'exchanges.resend': changes(resendParams, resendResult, 'not_found', 'wrong_state'),
  'traffic.list': reads(trafficListParams, trafficPage),
  'traffic.get': reads(exchangeIdParams, trafficDetail, 'not_found'),
  'traffic.exportHar': reads(exportHarParams, exportHarResult, 'not_found', 'conflict'),
  'traffic.importHar': changes(importHarParams, importHarResult, 'not_found', 'conflict'),
  'annotations.set': changes(annotateParams, annotation, 'not_found'),
  'reports.payments': reads(reportParams, reportResult, 'not_found'),
  'search.all': reads(searchAllParams, searchAllResult),
  'answers.list': reads(nothing, answersView),
  'answers.save': changes(answersSaveParams, answersView),
  'answers.put': changes(answersPutParams, answersChanged, 'conflict'),
  'answers.remove': changes(ruleIdParams, answersChanged, 'not_found'),
  'answers.move': changes(ruleMoveParams, answersChanged, 'not_found'),
  'answers.switch': changes(ruleSwitchParams, answersChanged, 'not_found'),
  'answers.undo': changes(ruleUndoParams, answersView, 'not_found', 'conflict'),
  'answers.resetCounts': changes(answersResetParams, answersView, 'not_found'),
  'clock.get': reads(nothing, clockView),
  'clock.set': changes(clockSetParams, clockView, 'wrong_state', 'conflict'),
  'clock.advance': changes(clockAdvanceParams, advanceResult, 'conflict', 'cancelled'),
  'clock.advanceToNext': changes(
    clockAdvanceToNextParams,
    advanceResult,
    'wrong_state',
    'conflict',
    'cancelled',
  ),
  'clock.cancelAdvance': changes(nothing, clockView),
  'preview.sign': reads(previewSignParams, previewSignResult, 'not_found'),
  // Not `reads`: it opens the form at the platform, which is closed in a read-only session.
  'preview.create': changes(previewCreateParams, previewCreateResult, 'not_found'),
  'signature.sign': reads(signParams, signResult, 'not_found'),
  'signature.explain': reads(explainParams, explainResult, 'not_found'),
  'scenarios.list': reads(nothing, scenariosList),
  'scenarios.get': reads(scenarioParams, scenarioDetail, 'not_found'),
  'scenarios.check': reads(scenarioCheckParams, scenarioCheckResult),
  'scenarios.schema': reads(nothing, scenarioSchemaResult),
  // Not `reads`: it brings the payment up to date first.
  'scenarios.record': changes(scenarioRecordParams, scenarioRecordResult, 'not_found', 'wrong_state'),
  'scenarios.startRecording': changes(recordingStartParams, liveRecording, 'not_found', 'conflict'),
  'scenarios.stopRecording': changes(recordingStopParams, recordingStopResult, 'not_found', 'wrong_state'),
  'scenarios.save': changes(scenarioSaveParams, scenarioDetail, 'conflict'),
  'scenarios.remove': changes(scenarioRemoveParams, done, 'not_found', 'conflict'),
  'scenarios.effects': reads(scenariosParams, scenarioEffects, 'not_found', 'wrong_state'),
  'scenarios.run': changes(scenariosRunParams, done, 'not_found', 'wrong_state', 'conflict'),
  'scenarios.step': changes(scenarioStepParams, done, 'not_found', 'wrong_state', 'conflict'),
  'scenarios.resume': changes(scenarioParams, done, 'not_found', 'wrong_state'),
  'scenarios.report': reads(scenariosParams, scenarioReportResult, 'not_found', 'wrong_state'),
  'scenarios.stop': changes(nothing, done),
  'exam.get': reads(nothing, examGetResult),
  'exam.rule': reads(examRuleParams, examRule, 'not_found'),
  'exam.start': changes(examStartParams, examSummary, 'not_found', 'conflict'),
  'exam.tryOrder': reads(examTryOrderParams, examTryOrderResult),
  'exam.repeat': changes(examRepeatParams, examSummary, 'not_found', 'wrong_state', 'conflict'),
  'exam.stop': changes(nothing, done),
  'exam.answer': changes(examAnswerParams, examSummary, 'not_found', 'wrong_state'),
  'exam.report': reads(examReportParams, examReportResult, 'wrong_state'),
  'sessions.list': session(nothing, sessionsList),
  'sessions.export': session(exportParams, exportView, 'conflict', 'cancelled'),
  'sessions.download': session(downloadParams, downloadResult, 'not_found'),
  'sessions.discard': session(sessionIdParams, done, 'not_found'),
  'sessions.upload': session(uploadParams, uploadResult, 'conflict', 'cancelled'),
  'sessions.cancel': session(nothing, done),
  'sessions.open': session(openParams, openSession, 'not_found', 'wrong_state', 'conflict'),
  'sessions.close': session(nothing, openSession, 'conflict'),
  'sessions.remove': session(sessionIdParams, done, 'not_found', 'conflict'),
} as const

export type MethodName = keyof typeof METHODS
export type Params<Name extends MethodName> = z.input<(typeof METHODS)[Name]['params']>
export type ParsedParams<Name extends MethodName> = z.output<(typeof METHODS)[Name]['params']>
export type Result<Name extends MethodName> = z.output<(typeof METHODS)[Name]['result']>
type MethodThat<Does extends Effect> = {
  [Name in MethodName]: (typeof METHODS)[Name]['effect'] extends Does ? Name : never
}[MethodName]
/** Methods about sessions: they work whichever session is open. */
export type SessionMethodName = MethodThat<'session'>

/** Whether a text names a method; own keys only, so that `toString` is none. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name)
}

/** The application behind every connection. */
export type Handlers = {
  readonly [Name in MethodName]: (params: ParsedParams<Name>) => Promise<Result<Name>> | Result<Name>
}
