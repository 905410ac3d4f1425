import { Dialog, DialogError, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { useState } from 'react'
import { useBench } from '#window/state/bench'
import { currentVirtualNow, nextWait, nextWords, useClock, useVirtualNow } from '#window/state/clock'
import { advance, advanceToNext, backToRealTime, goTo, parseRate, setClockTo } from './clock-commands'
import { Button } from '#window/ui/Button.tsx'
import { TextField } from '#window/ui/Field.tsx'
import {
  formatCount,
  formatDateTime,
  formatOffset,
  formatSpan,
  parseDateTime,
  parseSpan,
  parseTime,
} from '#window/lib/time'
import { openDialog } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { Notice } from '#window/ui/Notice.tsx'

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
        <TextField
          label="By"
          error={error}
          help="Timers fire in order, each at its own time. Due callbacks are sent before the next timer fires."
          value={text}
          onText={(text) => {
            setText(text)
            setTried(false)
          }}
        />
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
        <SubmitActions
          cancel="Stay here"
          onCancel={onClose}
          disabled={next === undefined || clock?.advancing !== undefined}
        >
          Advance
        </SubmitActions>
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
        <TextField
          label="Date and time, UTC"
          error={tried && at === null ? 'Enter a date such as 2031-04-09 16:42.' : (refusal?.message ?? null)}
          help="Everything due before then happens at its own time. The clock cannot go back while payments exist."
          className="input mono"
          spellCheck={false}
          value={text}
          onText={(text) => {
            setText(text)
            setTried(false)
            clear()
          }}
        />
      </div>
    </Dialog>
  )
}

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
        <TextField
          label="Times as fast as real time"
          error={rate === null && tried ? 'Enter a number above 0 and up to 1,000,000, such as 60.' : null}
          help="Network timeouts stay in real time."
          inputMode="decimal"
          value={text}
          onText={(text) => {
            setText(text)
            setTried(false)
          }}
        />
      </div>
    </Dialog>
  )
}

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
