import { useState } from 'react'
import { useBench } from '#window/state/bench'
import { useClock, useVirtualNow } from '#window/state/clock'
import { advance } from './clock-commands'
import { Button } from '#window/ui/Button.tsx'
import { SubmitActions } from '#window/ui/DialogParts.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Field } from '#window/ui/Field.tsx'
import { formatDateTime, formatSpan, parseSpan } from '#window/lib/time'

const MAX_MS = 10 * 365 * 86_400_000
const SUGGESTED = ['5 min', '30 min', '4 h', '1 day', '11 days'] as const

/** Moves the clock by any span. */
export function AdvanceByDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const clock = useClock()
  const now = useVirtualNow()
  const [text, setText] = useState('30 min')
  const [tried, setTried] = useState(false)
  const ms = parseSpan(text)
  const usable = ms !== null && ms <= MAX_MS
  const error =
    usable || !tried ? null : 'Enter a time span such as 90 s, 30 min, 4 h or 11 days, up to ten years.'
  const submit = (): void => {
    setTried(true)
    if (!usable) return
    advance(bench, ms)
    onClose()
  }
  return (
    <Dialog
      title="Advance the clock"
      width={460}
      onClose={onClose}
      onSubmit={submit}
      does="clock.advance"
      note={usable ? `to ${formatDateTime(now + ms)}` : null}
      actions={
        <SubmitActions onCancel={onClose} disabled={clock?.advancing !== undefined}>
          {usable ? `Advance ${formatSpan(ms)}` : 'Advance'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <Field
          label="By"
          error={error}
          help="Timers fire in order, each at its own time. Due callbacks are sent before the next timer fires."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setTried(false)
              }}
            />
          )}
        </Field>
        <div className="row" role="group" aria-label="Spans">
          {SUGGESTED.map((span) => (
            <Button key={span} size="small" onClick={() => setText(span)}>
              {span}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
