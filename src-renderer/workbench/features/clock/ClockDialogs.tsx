import { ActionDialog, useSubmit } from '#window/ui/Dialog.tsx'
import { useState } from 'react'
import type { BenchClient } from '#protocol/client'
import type { MethodName } from '#protocol/methods'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { currentVirtualNow, nextWait, nextWords, useClock, useVirtualNow } from '#window/state/clock'
import {
  advance,
  advanceToNext,
  backToRealTime,
  goTo,
  parseRate,
  setClockTo,
  takeBack,
} from './clock-commands'
import { Button } from '#window/ui/Button.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { counted } from '#lib/words'
import {
  formatDateTime,
  formatOffset,
  formatSpan,
  parseDateTime,
  parseSpan,
  parseTime,
} from '#window/lib/time'
import { type ClockQuestion, openDialog } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { Notice } from '#window/ui/Notice.tsx'

interface Question {
  readonly title: string
  readonly label: string
  readonly help: string
  readonly error: string
  readonly does: MethodName
  readonly first: () => string
  readonly suggested?: readonly string[]
  readonly read: (text: string) => number | null
  /** The resulting time or speed. `now`: virtual, in milliseconds. */
  readonly note: (value: number, now: number) => string
  readonly action: (value: number | null) => string
  readonly run: (bench: BenchClient, value: number) => void | Promise<void>
}

const MAX_MS = 10 * 365 * 86_400_000

const QUESTIONS: Readonly<Record<ClockQuestion, Question>> = {
  advanceBy: {
    title: 'Advance the clock',
    label: 'By',
    help: 'Timers fire in order, each at its own time. Due callbacks are sent before the next timer fires.',
    error: 'Enter a time span such as 90 s, 30 min, 4 h or 11 days, up to ten years.',
    does: 'clock.advance',
    first: () => '30 min',
    suggested: ['5 min', '30 min', '4 h', '1 day', '11 days'],
    read: (text) => {
      const ms = parseSpan(text)
      return ms !== null && ms <= MAX_MS ? ms : null
    },
    note: (ms, now) => `to ${formatDateTime(now + ms)}`,
    action: (ms) => (ms === null ? 'Advance' : `Advance ${formatSpan(ms)}`),
    run: advance,
  },
  clockDate: {
    title: 'Set the date and time',
    label: 'Date and time, UTC',
    help: 'Everything due before then happens at its own time. The clock cannot go back while payments exist.',
    error: 'Enter a date such as 2031-04-09 16:42.',
    does: 'clock.set',
    first: () => formatDateTime(currentVirtualNow()),
    read: parseDateTime,
    note: (at) => `to ${formatDateTime(at)} UTC`,
    action: () => 'Set the clock',
    run: goTo,
  },
  clockRate: {
    title: 'Speed of the clock',
    label: 'Times as fast as real time',
    help: 'Network timeouts stay in real time.',
    error: 'Enter a number above 0 and up to 1,000,000, such as 60.',
    does: 'clock.set',
    first: () => '60',
    read: parseRate,
    note: (rate) => `${formatSpan(Math.round(rate * 1000))} a second`,
    action: (rate) => (rate === null ? 'Run' : `Run ×${rate}`),
    run: (bench, rate) => setClockTo(bench, { mode: 'scaled', rate }),
  },
}

interface ClockQuestionDialogProps {
  readonly kind: ClockQuestion
  readonly onClose: () => void
}

export function ClockQuestionDialog({ kind, onClose }: ClockQuestionDialogProps) {
  const bench = useBench()
  const isAdvancing = useClock()?.advancing !== undefined
  const now = useVirtualNow()
  const question = QUESTIONS[kind]
  const { title, label, help, does, suggested = [] } = question
  const sending = useSubmit()
  const [text, setText] = useState(question.first)
  const [tried, setTried] = useState(false)
  const value = question.read(text)
  const send = (): void => {
    setTried(true)
    if (value !== null) sending.submit(async () => question.run(bench, value), onClose)
  }
  return (
    <ActionDialog
      title={title}
      sending={sending}
      onClose={onClose}
      onSubmit={send}
      does={does}
      note={value === null ? null : question.note(value, now)}
      canSubmit={!isAdvancing}
      action={question.action(value)}
      keys="Ctrl Enter"
    >
      <TextField
        label={label}
        error={tried && value === null ? question.error : null}
        help={help}
        spellCheck={false}
        value={text}
        onText={(text) => {
          setText(text)
          setTried(false)
          sending.clear()
        }}
      />
      {suggested.length === 0 ? null : (
        <div className="row" role="group" aria-label="Usual spans">
          {suggested.map((span) => (
            <Button key={span} size="small" onClick={() => setText(span)}>
              {span}
            </Button>
          ))}
        </div>
      )}
    </ActionDialog>
  )
}

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
    <ActionDialog
      title="Advance to the next timer"
      onClose={onClose}
      onSubmit={submit}
      does="clock.advanceToNext"
      note={next === undefined ? null : `to ${formatDateTime(parseTime(next.dueAt))}`}
      canSubmit={next !== undefined && clock?.advancing === undefined}
      action="Advance"
    >
      {next === undefined ? (
        <p>No timers are waiting.</p>
      ) : (
        <p>
          This is the next timer: <b>{nextWords(next)}</b>, {nextWait(next, now)}. To advance less, choose{' '}
          <b>Advance by…</b> in the clock menu.
        </p>
      )}
    </ActionDialog>
  )
}

/** If there are more new payments than this, only their number is shown. */
const MAX_NAMED = 10

export function TakeBackDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const kept = useClock()?.kept
  const payments = useInfo(({ info }) => info?.counters.payments ?? 0) - (kept?.payments ?? 0)
  const messages = useInfo(({ info }) => info?.storage.messages ?? 0) - (kept?.messages ?? 0)
  const newest = useFetched(String(payments), async () =>
    payments > 0 && payments <= MAX_NAMED ? bench.call('payments.list', { limit: payments }) : null,
  )
  const named = newest.value?.items.map(({ paymentId }) => paymentId).toReversed() ?? []
  return (
    <ActionDialog
      title="Take back the last advance?"
      onClose={onClose}
      send={() => takeBack(bench)}
      does="clock.takeBack"
      isFinal
      canSubmit={kept !== undefined}
      action="Take back"
    >
      <p>
        Everything returns to its state at{' '}
        <b className="mono">{kept === undefined ? '' : formatDateTime(parseTime(kept.at))}</b>, before the
        clock was advanced. What has happened since is removed, even if the advance did not cause it:
      </p>
      <ul>
        <li hidden={payments <= 0}>
          {counted(payments, 'new payment')}
          {named.length === 0 ? null : (
            <>
              : <span className="mono">{named.join(', ')}</span>
            </>
          )}
        </li>
        <li hidden={messages <= 0}>{counted(messages, 'message')}</li>
        <li>all later changes to {payments > 0 ? 'other ' : ''}payments</li>
      </ul>
      <p>Receivers keep the callbacks that they have received.</p>
    </ActionDialog>
  )
}

/** Sets the clock to real time. If it is ahead, payments would lie in the future, so Paybench is reset first. */
export function RealTimeDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const clock = useClock()
  const payments = useInfo((state) => state.info?.counters.payments ?? 0)
  const offset = clock === null ? 0 : parseTime(clock.now) - parseTime(clock.wallNow)
  const mustReset = offset > 0 && payments > 0
  const send = async (): Promise<void> => {
    if (mustReset) await bench.call('bench.reset', {})
    await backToRealTime(bench)
  }
  const lost = counted(payments, 'payment')
  return (
    <ActionDialog
      title="Back to real time"
      onClose={onClose}
      send={send}
      does={mustReset ? 'bench.reset' : 'clock.set'}
      isFinal={mustReset}
      action={mustReset ? `Remove ${lost} and go back` : 'Go back'}
    >
      <p>
        The clock is {formatOffset(offset) === '' ? 'at real time' : `${formatOffset(offset)} from real time`}
        .
      </p>
      {mustReset ? (
        <Notice
          tone="amber"
          title={`${lost}, all messages, timers and orders of the demo shop are removed.`}
          action={
            <Button size="small" onClick={() => openDialog({ kind: 'exportSession' })}>
              Save the session to a file…
            </Button>
          }
        >
          In real time they would lie in the future, and their order would be wrong. Projects and settings
          stay.
        </Notice>
      ) : null}
    </ActionDialog>
  )
}
