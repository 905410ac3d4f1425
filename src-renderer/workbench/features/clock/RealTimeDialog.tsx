import { DialogError, SubmitActions } from '#window/ui/DialogParts.tsx'
import { useSubmit } from '#window/ui/use-submit'
import { useBench } from '#window/state/bench'
import { useClock } from '#window/state/clock'
import { backToRealTime } from './clock-commands'
import { openDialog } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatCount } from '#window/lib/figures'
import { formatOffset, parseTime } from '#window/lib/time'

/** Sets the clock to real time. Payments with later times would be inconsistent, so they are removed first, after a confirmation. */
export function RealTimeDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const clock = useClock()
  const payments = useInfo((state) => state.info?.counters.payments ?? 0)
  const { busy, refusal, submit } = useSubmit()
  const offset = clock === null ? 0 : parseTime(clock.now) - parseTime(clock.wallNow)
  const mustReset = offset > 0 && payments > 0
  const send = (): void => {
    submit(async () => {
      if (mustReset) await bench.call('bench.reset', {})
      await backToRealTime(bench)
    }, onClose)
  }
  const counted = `${formatCount(payments)} ${payments === 1 ? 'payment' : 'payments'}`
  return (
    <Dialog
      title="Back to real time"
      width={480}
      onClose={onClose}
      onSubmit={send}
      does={mustReset ? 'bench.reset' : 'clock.set'}
      actions={
        <SubmitActions onCancel={onClose} disabled={busy}>
          {mustReset ? `Remove ${counted} and go back` : 'Go back'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        <p>
          The clock is{' '}
          {formatOffset(offset) === '' ? 'at real time' : `${formatOffset(offset)} from real time`}.
        </p>
        {mustReset ? (
          <Notice
            tone="amber"
            title={`${counted}, all messages, timers and orders of the demo shop are removed.`}
            action={
              <Button size="small" onClick={() => openDialog({ kind: 'exportSession' })}>
                Save them to a file…
              </Button>
            }
          >
            They happened at times that are still in the future, so their order would be wrong. Projects and
            settings stay.
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}
