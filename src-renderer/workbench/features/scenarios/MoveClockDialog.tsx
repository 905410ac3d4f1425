import type { WantedRun } from '../../state/dialogs'
import { useBench } from '../../state/bench'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { DialogError } from '../../ui/DialogParts'
import { useSubmit } from '../../ui/use-submit'
import { startRun } from './scenario-commands'

interface MoveClockDialogProps {
  /** How many other payments are still open. */
  readonly waiting: number
  readonly wanted: WantedRun
  readonly onClose: () => void
}

/** Explains what a run does to payments that are not part of it. */
export function MoveClockDialog({ waiting, wanted, onClose }: MoveClockDialogProps) {
  const bench = useBench()
  const { submit, refusal, busy } = useSubmit()
  const count = wanted.kind === 'run' ? wanted.files.length : 1
  return (
    <Dialog
      title={count === 1 ? 'Move the clock for this scenario?' : 'Move the clock for these scenarios?'}
      width={460}
      onClose={onClose}
      onSubmit={() => submit(() => startRun(bench, wanted), onClose)}
      does={wanted.kind === 'run' ? 'scenarios.run' : 'scenarios.step'}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button size="large" look="primary" submit disabled={busy} autoFocus>
            {count === 1 ? 'Run' : `Run ${count} scenarios`}
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        <p>
          A run moves the clock of the bench forward, and it cannot go back.{' '}
          <b>{waiting === 1 ? '1 other payment is' : `${waiting} other payments are`} still open</b>:
          everything due before the new time happens to {waiting === 1 ? 'it' : 'them'} too, such as a wait
          that ends, a hold that is released, or a callback that is sent again.
        </p>
        <p>
          <code>paybench run</code> uses separate benches and does not change this one.
        </p>
      </div>
    </Dialog>
  )
}
