import { Fragment } from 'react'
import { AnnotationDialog } from '#window/features/annotations/AnnotationDialog.tsx'
import {
  AdvanceFarDialog,
  ClockQuestionDialog,
  RealTimeDialog,
} from '#window/features/clock/ClockDialogs.tsx'
import { AmountDialog } from '#window/features/payments/dialogs/AmountDialog.tsx'
import { AnswerClarificationDialog } from '#window/features/payments/dialogs/AnswerClarificationDialog.tsx'
import { DeclineDialog, ExpireDialog } from '#window/features/payments/dialogs/DeclineDialog.tsx'
import { NewPaymentDialog } from '#window/features/payments/dialogs/NewPaymentDialog.tsx'
import { RequestClarificationDialog } from '#window/features/payments/dialogs/RequestClarificationDialog.tsx'
import { Palette } from './palette/Palette'
import { SaveFilterDialog } from '#window/features/saved-filters/ViewBar.tsx'
import { BulkReplayDialog } from '#window/features/replay/BulkReplayDialog.tsx'
import { CreateProjectDialog, ResetDialog } from '#window/features/settings/SettingsDialogs.tsx'
import { NameScenarioDialog, RunDialog } from '#window/features/scenarios/ScenarioDialogs.tsx'
import { RetargetDialog } from '#window/features/retries/RetryBar.tsx'
import {
  ExportSessionDialog,
  OpenSessionDialog,
  RemoveSessionDialog,
} from '#window/features/sessions/SessionDialogs.tsx'
import { closeDialog, type DialogRequest, useOpenDialog } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { ContractDialog } from '#window/features/contract/Contract.tsx'
import { ResendDialog } from '#window/features/traffic/ResendDialog.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { KEY_GROUPS } from './keys'
import './app.css'

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
          isRecording={open.isRecording === true}
          onClose={close}
        />
      )
    case 'advanceBy':
    case 'clockDate':
    case 'clockRate':
      return <ClockQuestionDialog key={open.kind} kind={open.kind} onClose={close} />
    case 'advanceFar':
      return <AdvanceFarDialog onClose={close} />
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

/** The overview of all keys. */
function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keys"
      width={720}
      onClose={onClose}
      actions={
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="dialog-pad keys-sheet inset-focus" role="region" aria-label="All keys" tabIndex={0}>
        {KEY_GROUPS.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="h-sec">{group.title}</h3>
            <dl className="kv">
              {group.lines.map((line) => (
                <Fragment key={line.what}>
                  <dt>
                    {line.keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{line.what}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
