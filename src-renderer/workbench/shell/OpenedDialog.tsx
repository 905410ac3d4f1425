import { AnnotationDialog } from '../features/annotations/AnnotationDialog'
import { AdvanceByDialog } from '../features/clock/AdvanceByDialog'
import { AdvanceFarDialog } from '../features/clock/AdvanceFarDialog'
import { ClockDateDialog } from '../features/clock/ClockDateDialog'
import { ClockRateDialog } from '../features/clock/ClockRateDialog'
import { RealTimeDialog } from '../features/clock/RealTimeDialog'
import { AmountDialog } from '../features/payments/dialogs/AmountDialog'
import { AnswerClarificationDialog } from '../features/payments/dialogs/AnswerClarificationDialog'
import { DeclineDialog } from '../features/payments/dialogs/DeclineDialog'
import { ExpireDialog } from '../features/payments/dialogs/ExpireDialog'
import { NewPaymentDialog } from '../features/payments/dialogs/NewPaymentDialog'
import { RequestClarificationDialog } from '../features/payments/dialogs/RequestClarificationDialog'
import { Palette } from './palette/Palette'
import { SaveFilterDialog } from '../features/saved-filters/SaveFilterDialog'
import { BulkReplayDialog } from '../features/replay/BulkReplayDialog'
import { RetargetDialog } from '../features/retries/RetargetDialog'
import { CreateProjectDialog } from '../features/settings/CreateProjectDialog'
import { RunDialog } from '../features/scenarios/RunDialog'
import { NameScenarioDialog } from '../features/scenarios/NameScenarioDialog'
import { offerRecording } from '../features/scenarios/scenario-commands'
import { ResetDialog } from '../features/settings/ResetDialog'
import { ExportSessionDialog } from '../features/workspaces/ExportSessionDialog'
import { OpenSessionDialog } from '../features/workspaces/OpenSessionDialog'
import { RemoveSessionDialog } from '../features/workspaces/RemoveSessionDialog'
import { KeysDialog } from './shortcuts/KeysDialog'
import { closeDialog, useOpenDialog } from '../state/dialogs'
import type { DialogRequest } from '../state/dialogs'
import { useInfo } from '../state/info'
import { ContractDialog } from '../features/contract/ContractDialog'
import { ResendDialog } from '../features/traffic/ResendDialog'

/** Dialogs that stay usable before the first response of the bench, so that typed text is not lost. */
const NEEDS_NOTHING: ReadonlySet<DialogRequest['kind']> = new Set(['palette', 'keys', 'contract'])

/** The requested dialog. */
export function OpenedDialog() {
  const isKnown = useInfo((state) => state.info !== null)
  const open = useOpenDialog()
  if (open === null || !(isKnown || NEEDS_NOTHING.has(open.kind))) return null
  const close = (): void => closeDialog(open)
  switch (open.kind) {
    case 'newPayment':
      return (
        <NewPaymentDialog
          onClose={close}
          {...(open.duplicateOf === undefined ? {} : { duplicateOf: open.duplicateOf })}
        />
      )
    case 'requestClarification':
      return <RequestClarificationDialog paymentKey={open.paymentKey} onClose={close} />
    case 'answerClarification':
      return <AnswerClarificationDialog paymentKey={open.paymentKey} onClose={close} />
    case 'decline':
      return <DeclineDialog paymentKey={open.paymentKey} onClose={close} />
    case 'expireClarification':
      return <ExpireDialog paymentKey={open.paymentKey} onClose={close} />
    case 'amount':
      return <AmountDialog paymentKey={open.paymentKey} action={open.action} onClose={close} />
    case 'retarget':
      return <RetargetDialog callbackId={open.callbackId} onClose={close} />
    case 'annotation':
      return <AnnotationDialog id={open.id} annotation={open.annotation} onClose={close} />
    case 'palette':
      return <Palette key={open.query ?? ''} query={open.query ?? ''} onClose={close} />
    case 'contract':
      return <ContractDialog key={open.place} place={open.place} onClose={close} />
    case 'keys':
      return <KeysDialog onClose={close} />
    case 'runScenarios':
      return <RunDialog wanted={open.wanted} effects={open.effects} waiting={open.waiting} onClose={close} />
    case 'nameScenario':
      return (
        <NameScenarioDialog
          text={open.text}
          everything={open.everything ?? null}
          suggested={open.suggested}
          omitted={open.omitted ?? []}
          onClose={close}
          onGivenUp={() => {
            close()
            if (open.isRecording === true) offerRecording(open)
          }}
        />
      )
    case 'advanceBy':
      return <AdvanceByDialog onClose={close} />
    case 'advanceFar':
      return <AdvanceFarDialog onClose={close} />
    case 'clockRate':
      return <ClockRateDialog onClose={close} />
    case 'clockDate':
      return <ClockDateDialog onClose={close} />
    case 'realTime':
      return <RealTimeDialog onClose={close} />
    case 'createProject':
      return <CreateProjectDialog onClose={close} />
    case 'resetBench':
      return <ResetDialog onClose={close} />
    case 'exportSession':
      return <ExportSessionDialog onClose={close} />
    case 'openSession':
      return <OpenSessionDialog session={open.session} onClose={close} />
    case 'removeSession':
      return <RemoveSessionDialog session={open.session} onClose={close} />
    case 'bulkReplay':
      return <BulkReplayDialog choice={open.choice} onClose={close} />
    case 'saveFilter':
      return <SaveFilterDialog list={open.list} query={open.query} rename={open.rename} onClose={close} />
    case 'resend':
      return (
        <ResendDialog
          key={open.id}
          id={open.id}
          edit={open.edit}
          reason={open.reason ?? null}
          asked={open.asked ?? null}
          onClose={close}
        />
      )
  }
}
