import { useState } from 'react'
import { useSubmit } from '../../ui/use-submit'
import { useBench } from '../../state/bench'
import { currentVirtualNow, useClock } from '../../state/clock'
import { goTo } from '../../state/clock-commands'
import { SubmitActions } from '../../ui/DialogParts'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { formatDateTime, parseDateTime } from '../../lib/time'

/** Brings the clock to a date. */
export function ClockDateDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const clock = useClock()
  const { busy, refusal, submit, clear } = useSubmit()
  const [text, setText] = useState(() => formatDateTime(currentVirtualNow()))
  const [tried, setTried] = useState(false)
  const at = parseDateTime(text)
  const send = (): void => {
    setTried(true)
    if (at !== null) submit(() => goTo(bench, at), onClose)
  }
  return (
    <Dialog
      title="Set the date and time"
      width={460}
      onClose={onClose}
      onSubmit={send}
      does="clock.set"
      note={at === null ? null : `to ${formatDateTime(at)} UTC`}
      actions={
        <SubmitActions onCancel={onClose} disabled={busy || clock?.advancing !== undefined} keys="Ctrl Enter">
          {busy ? 'Setting the clock…' : 'Set the clock'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <Field
          label="Date and time, UTC"
          error={tried && at === null ? 'Enter a date such as 2031-04-09 16:42.' : (refusal?.message ?? null)}
          help="Everything due before then happens at its own time. The clock cannot go back while payments exist."
        >
          {(control) => (
            <input
              {...control}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setTried(false)
                clear()
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
