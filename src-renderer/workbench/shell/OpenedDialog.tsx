import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { AnnotationDialog } from '#window/features/annotations/AnnotationDialog.tsx'
import {
  AdvanceFarDialog,
  TakeBackDialog,
  ClockQuestionDialog,
  RealTimeDialog,
} from '#window/features/clock/ClockDialogs.tsx'
import { AmountDialog } from '#window/features/payments/dialogs/AmountDialog.tsx'
import { AnswerClarificationDialog } from '#window/features/payments/dialogs/AnswerClarificationDialog.tsx'
import { DeclineDialog, ExpireDialog } from '#window/features/payments/dialogs/DeclineDialog.tsx'
import { LeaveDialog } from '#window/features/payments/dialogs/LeaveDialog.tsx'
import { NewPaymentDialog } from '#window/features/payments/dialogs/NewPaymentDialog.tsx'
import { RequestClarificationDialog } from '#window/features/payments/dialogs/RequestClarificationDialog.tsx'
import { Palette } from './palette/Palette'
import { SaveFilterDialog } from '#window/features/saved-filters/ViewBar.tsx'
import { BulkReplayDialog } from '#window/features/replay/BulkReplayDialog.tsx'
import { CreateProjectDialog, ResetDialog } from '#window/features/settings/SettingsDialogs.tsx'
import { NameScenarioDialog, RunDialog } from '#window/features/scenarios/ScenarioDialogs.tsx'
import { RetargetDialog } from '#window/features/retries/RetargetDialog.tsx'
import {
  ExportSessionDialog,
  OpenSessionDialog,
  RemoveSessionDialog,
} from '#window/features/sessions/SessionDialogs.tsx'
import { closeDialog, type DialogProps, type DialogRequest, dialogStore } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { ContractDialog } from '#window/features/contract/Contract.tsx'
import { ResendDialog } from '#window/features/traffic/ResendDialog.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { KeyValues } from '#window/ui/Table.tsx'
import { KEY_GROUPS } from './keys'
import './app.css'

type Shown<Kind extends DialogRequest['kind']> = (props: DialogProps<Kind>) => ReactNode

const DIALOGS: { readonly [Kind in DialogRequest['kind']]: Shown<Kind> } = {
  newPayment: NewPaymentDialog,
  requestClarification: RequestClarificationDialog,
  answerClarification: AnswerClarificationDialog,
  decline: DeclineDialog,
  expireClarification: ExpireDialog,
  leaveAsCustomer: LeaveDialog,
  amount: AmountDialog,
  retarget: RetargetDialog,
  annotation: AnnotationDialog,
  palette: Palette,
  contract: ContractDialog,
  keys: KeysDialog,
  runScenarios: RunDialog,
  nameScenario: NameScenarioDialog,
  advanceBy: (props) => <ClockQuestionDialog kind="advanceBy" {...props} />,
  advanceFar: AdvanceFarDialog,
  takeBack: TakeBackDialog,
  clockRate: (props) => <ClockQuestionDialog kind="clockRate" {...props} />,
  clockDate: (props) => <ClockQuestionDialog kind="clockDate" {...props} />,
  realTime: RealTimeDialog,
  createProject: CreateProjectDialog,
  resetBench: ResetDialog,
  exportSession: ExportSessionDialog,
  openSession: OpenSessionDialog,
  removeSession: RemoveSessionDialog,
  bulkReplay: BulkReplayDialog,
  saveFilter: SaveFilterDialog,
  resend: ResendDialog,
}

/** Dialogs that need no data from Paybench; all others are hidden until its first response. */
const NEEDS_NOTHING: ReadonlySet<DialogRequest['kind']> = new Set(['palette', 'keys', 'contract'])

export function OpenedDialog() {
  const isKnown = useInfo((state) => state.info !== null)
  const { open, turn } = useStore(dialogStore)
  if (open === null || !(isKnown || NEEDS_NOTHING.has(open.kind))) return null
  const Requested = DIALOGS[open.kind] as Shown<DialogRequest['kind']>
  return <Requested key={turn} {...open} onClose={() => closeDialog(open)} />
}

function KeysDialog({ onClose }: DialogProps<'keys'>) {
  return (
    <Dialog title="Keys" width={860} onClose={onClose}>
      <div className="dialog-pad keys-sheet inset-focus" role="region" aria-label="All keys" tabIndex={0}>
        {KEY_GROUPS.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="h-sec">{group.title}</h3>
            <KeyValues
              of={group.lines.map(({ keys, what }) => [
                keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>),
                what,
              ])}
            />
          </section>
        ))}
      </div>
    </Dialog>
  )
}
