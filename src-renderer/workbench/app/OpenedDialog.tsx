import { AdvanceByDialog } from '../clock-bar/AdvanceByDialog'
import { ClockRateDialog } from '../clock-bar/ClockRateDialog'
import { AmountDialog } from '../dialogs/AmountDialog'
import { AnswerClarificationDialog } from '../dialogs/AnswerClarificationDialog'
import { DeclineDialog } from '../dialogs/DeclineDialog'
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
import { ResendDialog } from '../traffic/ResendDialog'

/** The dialog that was asked for. */
export function OpenedDialog() {
  const open = useOpenDialog()
  if (open === null) return null
  switch (open.kind) {
    case 'newPayment':
      return (
        <NewPaymentDialog
          onClose={closeDialog}
          {...(open.duplicateOf === undefined ? {} : { duplicateOf: open.duplicateOf })}
        />
      )
    case 'requestClarification':
      return <RequestClarificationDialog paymentKey={open.paymentKey} onClose={closeDialog} />
    case 'answerClarification':
      return <AnswerClarificationDialog paymentKey={open.paymentKey} onClose={closeDialog} />
    case 'decline':
      return <DeclineDialog paymentKey={open.paymentKey} onClose={closeDialog} />
    case 'amount':
      return <AmountDialog paymentKey={open.paymentKey} action={open.action} onClose={closeDialog} />
    case 'retarget':
      return <RetargetDialog callbackId={open.callbackId} onClose={closeDialog} />
    case 'palette':
      return <Palette onClose={closeDialog} />
    case 'keys':
      return <KeysDialog onClose={closeDialog} />
    case 'advanceBy':
      return <AdvanceByDialog onClose={closeDialog} />
    case 'clockRate':
      return <ClockRateDialog onClose={closeDialog} />
    case 'createProject':
      return <CreateProjectDialog onClose={closeDialog} />
    case 'resetBench':
      return <ResetDialog onClose={closeDialog} />
    case 'exportSession':
      return <ExportSessionDialog onClose={closeDialog} />
    case 'openSession':
      return <OpenSessionDialog session={open.session} onClose={closeDialog} />
    case 'removeSession':
      return <RemoveSessionDialog session={open.session} onClose={closeDialog} />
    case 'bulkReplay':
      return <BulkReplayDialog choice={open.choice} onClose={closeDialog} />
    case 'saveFilter':
      return (
        <SaveFilterDialog list={open.list} query={open.query} rename={open.rename} onClose={closeDialog} />
      )
    case 'resend':
      return (
        <ResendDialog
          key={open.id}
          id={open.id}
          edit={open.edit}
          reason={open.reason ?? null}
          asked={open.asked ?? null}
          onClose={closeDialog}
        />
      )
  }
}
