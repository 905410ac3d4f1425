import { z } from 'zod'
import {
  answersChanged,
  answersPutParams,
  answersResetParams,
  answersSaveParams,
  answersView,
} from './answers'
import { benchInfo, settingsUpdateParams, storageView } from './bench'
import {
  advanceResult,
  clockAdvanceParams,
  clockAdvanceToNextParams,
  clockSetParams,
  clockView,
} from './clock'
import {
  faultsChanged,
  faultsPutParams,
  faultsResetParams,
  faultsSaveParams,
  faultsView,
  retargetParams,
} from './faults'
import { ruleIdParams, ruleMoveParams, ruleSwitchParams, ruleUndoParams } from './rule-changes'
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
  paymentSummary,
  paymentsCreateParams,
  paymentsListParams,
  paymentsPage,
  requestClarificationParams,
} from './payments'
import { previewCreateParams, previewCreateResult, previewSignParams, previewSignResult } from './preview'
import { projectView, projectsCreateParams, projectsUpdateParams } from './projects'
import {
  composeParams,
  draftParams,
  draftsGetResult,
  draftsListResult,
  draftsSaveParams,
  draftSummary,
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
  openWorkspace,
  workspaceIdParams,
  workspacesList,
  uploadParams,
  uploadResult,
} from './workspaces'
import {
  exportHarParams,
  exportHarResult,
  importHarParams,
  importHarResult,
  resendParams,
  resendResult,
  trafficDetail,
  trafficListParams,
  trafficPage,
} from './traffic'
import { searchAllParams, searchAllResult } from './search'
import { previewSwitchParams, switchPreview } from './switch-previews'
import { explainParams, explainResult, signParams, signResult } from './signatures'

const nothing = z.strictObject({})
const done = z.object({})

/**
 * Every method of the bench, for the workbench and for scripts alike:
 * `POST {workbench}/api/v1/{method}` with the params as a JSON object.
 */
export const METHODS = {
  'bench.info': { params: nothing, result: benchInfo },
  'bench.reset': { params: nothing, result: done },
  'settings.update': { params: settingsUpdateParams, result: storageView },
  'projects.list': { params: nothing, result: z.object({ items: z.array(projectView) }) },
  'projects.create': { params: projectsCreateParams, result: projectView },
  'projects.update': { params: projectsUpdateParams, result: projectView },
  'projects.previewSwitch': { params: previewSwitchParams, result: switchPreview },
  'payments.list': { params: paymentsListParams, result: paymentsPage },
  'payments.get': { params: paymentKeyParams, result: paymentDetail },
  'payments.create': { params: paymentsCreateParams, result: paymentSummary },
  'payments.previewClarification': { params: requestClarificationParams, result: clarificationPreview },
  'payments.requestClarification': { params: requestClarificationParams, result: paymentSummary },
  'payments.answerClarification': { params: answerClarificationParams, result: answerClarificationResult },
  'payments.expireClarification': { params: paymentKeyParams, result: paymentSummary },
  'payments.complete': { params: completeParams, result: paymentSummary },
  'payments.capture': { params: amountParams, result: paymentSummary },
  'payments.cancel': { params: amountParams, result: paymentSummary },
  'payments.refund': { params: amountParams, result: paymentSummary },
  'payments.chargeAgain': { params: chargeAgainParams, result: paymentSummary },
  'payments.cancelSeries': { params: paymentKeyParams, result: paymentSummary },
  'payments.curl': { params: curlParams, result: curlResult },
  'callbacks.list': { params: callbackListParams, result: callbacksPage },
  'callbacks.get': { params: callbackIdParams, result: callbackDetail },
  'callbacks.attempt': { params: attemptParams, result: callbackAttempt },
  'callbacks.replay': { params: replayParams, result: callbackSummary },
  'callbacks.previewReplay': { params: replayParams, result: messagePreview },
  'callbacks.family': { params: callbackIdParams, result: familyResult },
  'callbacks.templates': { params: templatesParams, result: templatesResult },
  'callbacks.compose': { params: composeParams, result: callbackSummary },
  'callbacks.previewCompose': { params: composeParams, result: messagePreview },
  'drafts.list': { params: nothing, result: draftsListResult },
  'drafts.get': { params: draftParams, result: draftsGetResult },
  'drafts.save': { params: draftsSaveParams, result: draftSummary },
  'drafts.remove': { params: draftParams, result: done },
  'replay.start': { params: replayStartParams, result: replayJob },
  'replay.get': { params: replayGetParams, result: replayGetResult },
  'replay.list': { params: nothing, result: replayListResult },
  'replay.cancel': { params: replayCancelParams, result: replayJob },
  'callbacks.sendNow': { params: callbackIdParams, result: callbackSummary },
  'callbacks.hold': { params: callbackIdParams, result: callbackSummary },
  'callbacks.release': { params: callbackIdParams, result: callbackSummary },
  'callbacks.cancel': { params: callbackIdParams, result: callbackSummary },
  'callbacks.retarget': { params: retargetParams, result: callbackSummary },
  'callbacks.resend': { params: callbackIdParams, result: callbackSummary },
  'faults.list': { params: nothing, result: faultsView },
  'faults.save': { params: faultsSaveParams, result: faultsView },
  'faults.put': { params: faultsPutParams, result: faultsChanged },
  'faults.remove': { params: ruleIdParams, result: faultsChanged },
  'faults.move': { params: ruleMoveParams, result: faultsChanged },
  'faults.switch': { params: ruleSwitchParams, result: faultsChanged },
  'faults.undo': { params: ruleUndoParams, result: faultsView },
  'faults.resetCounts': { params: faultsResetParams, result: faultsView },
  'captures.list': { params: exchangeListParams, result: exchangesPage },
  'captures.get': { params: exchangeIdParams, result: exchangeDetail },
  'exchanges.list': { params: exchangeListParams, result: exchangesPage },
  'exchanges.get': { params: exchangeIdParams, result: exchangeDetail },
  'exchanges.resend': { params: resendParams, result: resendResult },
  'traffic.list': { params: trafficListParams, result: trafficPage },
  'traffic.get': { params: exchangeIdParams, result: trafficDetail },
  'traffic.exportHar': { params: exportHarParams, result: exportHarResult },
  'traffic.importHar': { params: importHarParams, result: importHarResult },
  'search.all': { params: searchAllParams, result: searchAllResult },
  'answers.list': { params: nothing, result: answersView },
  'answers.save': { params: answersSaveParams, result: answersView },
  'answers.put': { params: answersPutParams, result: answersChanged },
  'answers.remove': { params: ruleIdParams, result: answersChanged },
  'answers.move': { params: ruleMoveParams, result: answersChanged },
  'answers.switch': { params: ruleSwitchParams, result: answersChanged },
  'answers.undo': { params: ruleUndoParams, result: answersView },
  'answers.resetCounts': { params: answersResetParams, result: answersView },
  'clock.get': { params: nothing, result: clockView },
  'clock.set': { params: clockSetParams, result: clockView },
  'clock.advance': { params: clockAdvanceParams, result: advanceResult },
  'clock.advanceToNext': { params: clockAdvanceToNextParams, result: advanceResult },
  'clock.cancelAdvance': { params: nothing, result: clockView },
  'preview.sign': { params: previewSignParams, result: previewSignResult },
  'preview.create': { params: previewCreateParams, result: previewCreateResult },
  'signature.sign': { params: signParams, result: signResult },
  'signature.explain': { params: explainParams, result: explainResult },
  'sessions.list': { params: nothing, result: workspacesList },
  'sessions.export': { params: exportParams, result: exportView },
  'sessions.download': { params: downloadParams, result: downloadResult },
  'sessions.discard': { params: workspaceIdParams, result: done },
  'sessions.upload': { params: uploadParams, result: uploadResult },
  'sessions.cancel': { params: nothing, result: done },
  'sessions.open': { params: openParams, result: openWorkspace },
  'sessions.close': { params: nothing, result: openWorkspace },
  'sessions.remove': { params: workspaceIdParams, result: done },
} as const

export type MethodName = keyof typeof METHODS
export type Params<Name extends MethodName> = z.input<(typeof METHODS)[Name]['params']>
export type ParsedParams<Name extends MethodName> = z.output<(typeof METHODS)[Name]['params']>
export type Result<Name extends MethodName> = z.output<(typeof METHODS)[Name]['result']>
/** Methods about sessions: they outlive the session that is open. */
export type WorkspaceMethodName = Extract<MethodName, `sessions.${string}`>

/** Whether a text names a method; own keys only, so that `toString` is none. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name)
}

/** The application behind every connection. */
export type Handlers = {
  readonly [Name in MethodName]: (params: ParsedParams<Name>) => Promise<Result<Name>> | Result<Name>
}
