import { useState } from 'react'
import type { Params } from '#protocol/methods'
import { MAX_CONCURRENCY, MAX_COPIES } from '#protocol/replay'
import { Dialog, DialogError, issueOf, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Check, NotedChoice, TextField } from '#window/ui/Field.tsx'
import { counted, formatCount } from '#lib/words'
import { BulkResult } from './BulkResult'
import { isOpen, jobWords, useBulkJobs } from './bulk-jobs'
import { type Chosen, chosenNumber } from '#window/list/selection'
import './replay.css'

interface BulkOptions {
  readonly pacing: 'original' | 'flat'
  readonly order: 'original' | 'shuffled'
  readonly signing: 'keep' | 'resign'
  readonly copies: string
  readonly concurrency: string
  readonly seed: string
  readonly repeat: boolean
}

const FIRST: BulkOptions = {
  pacing: 'flat',
  order: 'original',
  signing: 'keep',
  copies: '1',
  concurrency: '4',
  seed: '',
  repeat: false,
}

const CHOICES = [
  {
    field: 'pacing',
    legend: 'Speed',
    options: [
      { value: 'flat', label: 'As fast as possible', note: 'the next one is sent as soon as a slot is free' },
      { value: 'original', label: 'Original spacing', note: 'the recorded gaps, on the virtual clock' },
    ],
  },
  {
    field: 'order',
    legend: 'Order',
    options: [
      { value: 'original', label: 'Original order', note: 'oldest first' },
      { value: 'shuffled', label: 'Shuffled', note: 'the same seed gives the same order' },
    ],
  },
  {
    field: 'signing',
    legend: 'Signature',
    options: [
      { value: 'keep', label: 'Keep', note: 'the same bytes' },
      { value: 'resign', label: 'Re-sign', note: 'with the project’s current secret' },
    ],
  },
] as const

/** NaN for any text but a whole number; the dialog then shows an error. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

function startParams(chosen: Chosen, options: BulkOptions): Params<'replay.start'> | null {
  const { seed, ...rest } = options
  const copies = numberOf(options.copies)
  const concurrency = numberOf(options.concurrency)
  if (Number.isNaN(copies) || Number.isNaN(concurrency)) return null
  const ordered = rest.order === 'shuffled' && seed.trim() !== '' ? { seed: Number(seed) } : {}
  if (chosen.kind === 'ids') return { ids: [...chosen.ids], ...rest, ...ordered, copies, concurrency }
  const { kind: _kind, count: _count, list, query = '', ...scope } = chosen
  if (list === 'traffic') return null
  return { query, list, ...scope, ...rest, ...ordered, copies, concurrency }
}

interface BulkReplayDialogProps {
  readonly choice?: Chosen
  readonly onClose: () => void
}

export function BulkReplayDialog({ choice, onClose }: BulkReplayDialogProps) {
  const bench = useBench()
  const jobs = useBulkJobs()
  const [options, setOptions] = useState(FIRST)
  const [started, setStarted] = useState<string | null>(null)
  const { busy, refusal, submit, clear } = useSubmit()
  const job = choice === undefined ? jobs[0] : jobs.find(({ id }) => id === started)

  const copies = numberOf(options.copies)
  const errorOf = (field: string): string | null =>
    field !== 'seed' && Number.isNaN(field === 'copies' ? copies : numberOf(options.concurrency))
      ? `Enter a whole number from 1 to ${field === 'copies' ? MAX_COPIES : MAX_CONCURRENCY}.`
      : issueOf(refusal, field)
  const start = (): void => {
    if (choice === undefined || started !== null) return
    const params = startParams(choice, options)
    if (params === null) return
    submit(
      () => bench.call('replay.start', params),
      ({ id }) => setStarted(id),
    )
  }
  const cancel = (id: string): void =>
    submit(
      () => bench.call('replay.cancel', { id }),
      () => undefined,
    )

  const isChoosing = choice !== undefined && started === null
  const count = choice === undefined ? 0 : chosenNumber(choice)
  return (
    <Dialog
      title="Bulk replay"
      width={isChoosing ? 560 : 760}
      subtitle={isChoosing ? counted(count, 'message') : job === undefined ? '' : jobWords(job)}
      onClose={onClose}
      {...(isChoosing ? { onSubmit: start, does: 'replay.start' } : {})}
      note={isChoosing ? `${formatCount(count * (Number.isNaN(copies) ? 1 : copies))} will be sent` : null}
      actions={
        isChoosing ? (
          <SubmitActions onCancel={onClose} disabled={busy}>
            Start replay
          </SubmitActions>
        ) : (
          <>
            {job !== undefined && (isOpen(job) || job.repeating > 0) ? (
              <Button icon="close" does="replay.cancel" onClick={() => cancel(job.id)}>
                {isOpen(job) ? 'Stop sending' : 'Stop repeating'}
              </Button>
            ) : null}
            <Button look="primary" onClick={onClose}>
              Close
            </Button>
          </>
        )
      }
    >
      <DialogError refusal={refusal} title="The replay was refused." />
      {isChoosing ? (
        <BulkForm
          options={options}
          onOptions={(next) => {
            setOptions(next)
            clear()
          }}
          errorOf={errorOf}
        />
      ) : null}
      {isChoosing ? null : job === undefined ? (
        <p className="pad note">
          {choice === undefined
            ? 'No bulk replays in this session. To start one, select several rows in a list, then choose Replay….'
            : 'Starting…'}
        </p>
      ) : (
        <BulkResult job={job} onLeave={onClose} />
      )}
    </Dialog>
  )
}

interface BulkFormProps {
  readonly options: BulkOptions
  readonly onOptions: (options: BulkOptions) => void
  readonly errorOf: (field: string) => string | null
}

function BulkForm({ options, onOptions, errorOf }: BulkFormProps) {
  const number = (field: 'copies' | 'concurrency' | 'seed', label: string, help: string) => (
    <TextField
      label={label}
      help={help}
      error={errorOf(field)}
      inputMode="numeric"
      value={options[field]}
      onText={(text) => onOptions({ ...options, [field]: text })}
    />
  )
  return (
    <div className="stack dialog-pad">
      {CHOICES.map(({ field, legend, options: offered }) => (
        <NotedChoice<string>
          key={field}
          look="field"
          legend={legend}
          value={options[field]}
          options={offered}
          onChange={(value) => onOptions({ ...options, [field]: value })}
        />
      ))}
      <div className="rp-bulk-numbers">
        {number('copies', 'Copies of each', '2 sends every message twice')}
        {number('concurrency', 'In parallel', `1 to ${MAX_CONCURRENCY}`)}
        {options.order === 'shuffled' ? number('seed', 'Seed', 'a whole number; random if empty') : null}
      </div>
      <Check checked={options.repeat} onChange={(repeat) => onOptions({ ...options, repeat })}>
        Retry messages without a 200 response, on the retry schedule
      </Check>
    </div>
  )
}
