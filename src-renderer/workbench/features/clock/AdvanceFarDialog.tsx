import { useBench } from '#window/state/bench'
import { useClock, useVirtualNow } from '#window/state/clock'
import { advanceToNext } from './clock-commands'
import { nextWait, nextWords } from '#window/state/next-timer'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { formatDateTime, parseTime } from '#window/lib/time'

/** Asks before the clock jumps over months or years to the next timer. */
export function AdvanceFarDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const clock = useClock()
  const now = useVirtualNow()
  const next = clock?.nextTimer
  const submit = (): void => {
    if (next === undefined) return
    onClose()
    advanceToNext(bench, next.dueAt)
  }
  return (
    <Dialog
      title="Advance to the next timer"
      width={460}
      onClose={onClose}
      onSubmit={submit}
      does="clock.advanceToNext"
      note={next === undefined ? null : `to ${formatDateTime(parseTime(next.dueAt))}`}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Stay here
          </Button>
          <Button
            look="primary"
            size="large"
            submit
            disabled={next === undefined || clock?.advancing !== undefined}
          >
            Advance
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        {next === undefined ? (
          <p>No timers are waiting.</p>
        ) : (
          <p>
            This is the next timer: <b>{nextWords(next)}</b>, {nextWait(next, now)}. The clock cannot go back
            while payments exist. To advance less, choose <b>Advance by…</b> in the clock menu.
          </p>
        )}
      </div>
    </Dialog>
  )
}
