import { AdvanceByDialog } from '../clock-bar/AdvanceByDialog'
import { AdvanceFarDialog } from '../clock-bar/AdvanceFarDialog'
import { ClockDateDialog } from '../clock-bar/ClockDateDialog'
import { ClockRateDialog } from '../clock-bar/ClockRateDialog'
import { RealTimeDialog } from '../clock-bar/RealTimeDialog'
import { AmountDialog } from '../dialogs/AmountDialog'
import { AnswerClarificationDialog } from '../dialogs/AnswerClarificationDialog'
import { DeclineDialog } from '../dialogs/DeclineDialog'
import { ExpireDialog } from '../dialogs/ExpireDialog'
import { NewPaymentDialog } from '../dialogs/NewPaymentDialog'
import { RequestClarificationDialog } from '../dialogs/RequestClarificationDialog'
import { Palette } from '../palette/Palette'
import { SaveFilterDialog } from '../saved-filters/SaveFilterDialog'
import { BulkReplayDialog } from '../replay/BulkReplayDialog'
import { RetargetDialog } from '../retry/RetargetDialog'
import { CreateProjectDialog } from '../settings/CreateProjectDialog'
import { ResetDialog } from '../settings/ResetDialog'
import { ExportSessionDialog } from '../sessions/ExportSessionDialog'
import { OpenSessionDialog } from '../sessions/OpenSessionDialog'
import { RemoveSessionDialog } from '../sessions/RemoveSessionDialog'
import { KeysDialog } from '../shortcuts/KeysDialog'
import { closeDialog, useOpenDialog } from '../state/dialogs'
import type { DialogRequest } from '../state/dialogs'
import { useInfo } from '../state/info'
import { ResendDialog } from '../traffic/ResendDialog'

/** Dialogs that are of use before the bench has told anything: what is typed into them meanwhile is not lost. */
const NEEDS_NOTHING: ReadonlySet<DialogRequest['kind']> = new Set(['palette', 'keys'])

/** The dialog that was asked for. */
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
    case 'palette':
      return <Palette key={open.query ?? ''} query={open.query ?? ''} onClose={close} />
    case 'keys':
      return <KeysDialog onClose={close} />
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
