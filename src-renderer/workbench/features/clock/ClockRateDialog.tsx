import { useState } from 'react'
import { useBench } from '#window/state/bench'
import { useClock } from '#window/state/clock'
import { setClockTo } from './clock-commands'
import { SubmitActions } from '#window/ui/DialogParts.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Field } from '#window/ui/Field.tsx'
import { formatSpan } from '#window/lib/time'
import { parseRate } from './clock-modes'

/** Lets the clock run at any speed. */
export function ClockRateDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const clock = useClock()
  const [text, setText] = useState(() => (clock?.mode === 'scaled' ? String(clock.rate) : '60'))
  const [tried, setTried] = useState(false)
  const rate = parseRate(text)
  const submit = (): void => {
    setTried(true)
    if (rate === null) return
    setClockTo(bench, { mode: 'scaled', rate })
    onClose()
  }
  return (
    <Dialog
      title="Speed of the clock"
      width={420}
      onClose={onClose}
      onSubmit={submit}
      does="clock.set"
      note={rate === null ? null : `${formatSpan(Math.round(rate * 1000))} a second`}
      actions={<SubmitActions onCancel={onClose}>{rate === null ? 'Run' : `Run ×${rate}`}</SubmitActions>}
    >
      <div className="dialog-pad">
        <Field
          label="Times as fast as real time"
          error={rate === null && tried ? 'Enter a number above 0 and up to 1,000,000, such as 60.' : null}
          help="Network timeouts stay in real time."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="decimal"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setTried(false)
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
