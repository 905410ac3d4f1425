import { useState } from 'react'
import { useSubmit } from '#window/ui/use-submit'
import { useBench } from '#window/state/bench'
import { currentVirtualNow, useClock } from '#window/state/clock'
import { goTo } from './clock-commands'
import { SubmitActions } from '#window/ui/DialogParts.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Field } from '#window/ui/Field.tsx'
import { formatDateTime, parseDateTime } from '#window/lib/time'

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
