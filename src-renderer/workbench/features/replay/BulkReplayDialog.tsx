import { type ReactNode, useState } from 'react'
import type { Params } from '#protocol/methods'
import { MAX_CONCURRENCY, MAX_COPIES } from '#protocol/replay'
import { Dialog, DialogError, issueOf, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { Check, NotedChoice, TextField } from '#window/ui/Field.tsx'
import { counted, formatCount } from '#lib/words'
import { BulkResult, sourceColumns } from './BulkResult'
import { Table } from '#window/ui/Table.tsx'
import { useFetched } from '#window/message-view/use-fetched'
import { useVirtualNow } from '#window/state/clock'
import { MINUTE_MS } from '#lib/time/time'
import { isOpen, jobWords, useBulkJobs } from './bulk-jobs'
import { type Chosen, chosenNumber } from '#window/list/selection'
import './replay.css'

type TypedField = 'target' | 'copies' | 'concurrency' | 'seed'

const MOST: Readonly<Partial<Record<TypedField, number>>> = {
  copies: MAX_COPIES,
  concurrency: MAX_CONCURRENCY,
}

interface BulkOptions
  extends
    Readonly<Pick<Params<'replay.start'>, 'pacing' | 'order' | 'signing'>>,
    Readonly<Record<TypedField, string>> {
  readonly to: 'own' | 'one'
  readonly repeat: boolean
}

const FIRST: BulkOptions = {
  pacing: 'flat',
  order: 'original',
  signing: 'keep',
  to: 'own',
  target: '',
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
      { value: 'flat', label: 'As fast as possible', note: 'the next message as soon as a response arrives' },
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
  {
    field: 'to',
    legend: 'Target',
    options: [
      { value: 'own', label: 'Each to its own', note: 'where the original was sent' },
      { value: 'one', label: 'All to one address', note: 'such as another version of the merchant' },
    ],
  },
] as const

/** NaN for any text but a whole number; the dialog then shows an error. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

function startParams(chosen: Chosen, options: BulkOptions, omit: ReadonlySet<string>) {
  const { seed, to, target, ...rest } = options
  const copies = numberOf(options.copies)
  const concurrency = numberOf(options.concurrency)
  if (Number.isNaN(copies) || Number.isNaN(concurrency)) return null
  const manner = {
    ...rest,
    copies,
    concurrency,
    ...(rest.order === 'shuffled' && seed.trim() !== '' ? { seed: Number(seed) } : {}),
    ...(to === 'one' ? { target: target.trim() } : {}),
    ...(omit.size === 0 ? {} : { except: [...omit] }),
  }
  if (chosen.kind === 'ids') return { ids: [...chosen.ids], ...manner }
  const { kind: _kind, count: _count, list, query = '', ...scope } = chosen
  return list === 'traffic' ? null : { query, list, ...scope, ...manner }
}

export function BulkReplayDialog({ choice, onClose }: DialogProps<'bulkReplay'>) {
  const bench = useBench()
  const jobs = useBulkJobs()
  const [options, setOptions] = useState(FIRST)
  const [omit, setOmit] = useState<ReadonlySet<string>>(new Set())
  const [started, setStarted] = useState<string | null>(null)
  const { busy, refusal, submit, clear } = useSubmit()
  const job = choice === undefined ? jobs[0] : jobs.find(({ id }) => id === started)

  const copies = numberOf(options.copies)
  const errorOf = (field: TypedField): string | null => {
    const most = MOST[field]
    return most !== undefined && Number.isNaN(numberOf(options[field]))
      ? `Enter a whole number from 1 to ${most}.`
      : issueOf(refusal, field)
  }
  const start = (): void => {
    if (choice === undefined || started !== null || count === 0) return
    const params = startParams(choice, options, omit)
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
  const count = choice === undefined ? 0 : chosenNumber(choice) - omit.size
  return (
    <Dialog
      title="Bulk replay"
      width={760}
      subtitle={isChoosing ? counted(count, 'message') : job === undefined ? '' : jobWords(job)}
      onClose={onClose}
      {...(isChoosing ? { onSubmit: start, does: 'replay.start' } : {})}
      note={isChoosing ? `${formatCount(count * (Number.isNaN(copies) ? 1 : copies))} will be sent` : null}
      actions={
        isChoosing ? (
          <SubmitActions onCancel={onClose} disabled={busy || count === 0}>
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
        >
          <Included
            choice={choice}
            omit={omit}
            onOmit={(next) => {
              setOmit(next)
              clear()
            }}
          />
        </BulkForm>
      ) : null}
      {isChoosing ? null : job === undefined ? (
        <p className="pad note">
          {choice === undefined
            ? 'No bulk replays in this session. To start one, select several rows in a list and choose “Replay…”.'
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
  readonly errorOf: (field: TypedField) => string | null
  readonly children: ReactNode
}

function BulkForm({ options, onOptions, errorOf, children }: BulkFormProps) {
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
      <div className="halves rp-bulk-choices">
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
      </div>
      {options.to === 'one' ? (
        <TextField
          label="Address"
          error={errorOf('target')}
          className="input mono"
          placeholder="https://…"
          autoFocus
          spellCheck={false}
          value={options.target}
          onText={(target) => onOptions({ ...options, target })}
        />
      ) : null}
      <div className="rp-bulk-numbers">
        {number('copies', 'Copies of each', '2 sends every message twice')}
        {number('concurrency', 'In parallel', `1 to ${MAX_CONCURRENCY}; 1 keeps the order`)}
        {options.order === 'shuffled' ? number('seed', 'Seed', 'a whole number; random if empty') : null}
      </div>
      <Check checked={options.repeat} onChange={(repeat) => onOptions({ ...options, repeat })}>
        Retry messages without a 200 response, on the retry schedule
      </Check>
      {children}
    </div>
  )
}

interface IncludedProps {
  readonly choice: Chosen
  readonly omit: ReadonlySet<string>
  readonly onOmit: (omit: ReadonlySet<string>) => void
}

/** The messages that were chosen, oldest first, each with a box to leave it out. */
function Included({ choice, omit, onOmit }: IncludedProps) {
  const bench = useBench()
  const now = useVirtualNow(MINUTE_MS)
  const params = startParams(choice, FIRST, new Set())
  const { value, error } = useFetched(`bulk preview ${JSON.stringify(params)}`, async () =>
    params === null ? null : bench.call('replay.preview', params),
  )
  if (value === null) return error === null ? null : <p className="bad">{error}</p>
  const shown = value.items.map(({ sourceId }) => sourceId)
  const box = (label: string, ids: readonly string[]) => (
    <Check
      aria-label={label}
      checked={ids.every((id) => !omit.has(id))}
      onChange={(on) => onOmit(new Set(on ? [...omit].filter((id) => !ids.includes(id)) : [...omit, ...ids]))}
    />
  )
  return (
    <div className="scroll rp-items" role="region" aria-label="Messages to send" tabIndex={0}>
      <Table
        caption="Messages to send, oldest first"
        rows={value.items}
        keyOf={({ sourceId }) => sourceId}
        columns={[
          {
            head: box('Include all', shown),
            cell: ({ sourceId, paymentId }) => box(`Include ${paymentId || sourceId}`, [sourceId]),
          },
          ...sourceColumns(now),
        ]}
      />
      {value.total > shown.length ? (
        <p className="row note pad dim">and {formatCount(value.total - shown.length)} more</p>
      ) : null}
    </div>
  )
}
