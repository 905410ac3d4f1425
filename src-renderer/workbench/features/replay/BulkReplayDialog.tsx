import { useState } from 'react'
import type { Params } from '#protocol/methods'
import { MAX_CONCURRENCY, MAX_COPIES } from '#protocol/replay'
import { issueOf } from '#window/ui/submit-refusal'
import { useSubmit } from '#window/ui/use-submit'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Field, Select } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatCount } from '#window/lib/figures'
import { BulkForm, type BulkOptions } from './BulkForm'
import { BulkResult } from './BulkResult'
import { isOpen, jobLabel, jobWords, useBulkJobs } from './bulk-jobs'
import type { BulkChoice } from '#window/state/bulk-choice'
import './replay.css'

const FIRST: BulkOptions = {
  pacing: 'flat',
  order: 'original',
  copies: '1',
  concurrency: '4',
  seed: '',
  signing: 'keep',
  repeat: false,
}

/** Whole numbers only; anything else is refused by the bench in its own words. */
const numberOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** The parameters of the call; null where a number cannot be read. */
function startParams({ what, list }: BulkChoice, options: BulkOptions): Params<'replay.start'> | null {
  const { pacing, order, signing, repeat, seed } = options
  const copies = numberOf(options.copies)
  const concurrency = numberOf(options.concurrency)
  if (Number.isNaN(copies) || Number.isNaN(concurrency)) return null
  const which =
    what.kind === 'ids'
      ? { ids: [...what.ids] }
      : {
          query: what.query,
          list,
          ...(what.projectId === undefined ? {} : { projectId: what.projectId }),
        }
  return {
    ...which,
    pacing,
    order,
    signing,
    repeat,
    copies,
    concurrency,
    ...(order === 'shuffled' && seed.trim() !== '' ? { seed: Number(seed) } : {}),
  }
}

interface BulkReplayDialogProps {
  /** What is sent again; without it the newest replay is shown, and the ones before it can be chosen. */
  readonly choice: BulkChoice | undefined
  readonly onClose: () => void
}

/** Sends many messages again: first the settings, then the progress. */
export function BulkReplayDialog({ choice, onClose }: BulkReplayDialogProps) {
  const bench = useBench()
  const jobs = useBulkJobs()
  const [options, setOptions] = useState(FIRST)
  const [started, setStarted] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { busy, refusal, submit, clear } = useSubmit()
  const job =
    choice === undefined
      ? (jobs.find(({ id }) => id === shown) ?? jobs[0])
      : jobs.find(({ id }) => id === started)

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
  const cancel = (id: string): void => {
    submit(
      () => bench.call('replay.cancel', { id }),
      () => undefined,
    )
  }

  const isChoosing = choice !== undefined && started === null
  return (
    <Dialog
      title="Bulk replay"
      width={isChoosing ? 560 : 760}
      subtitle={isChoosing ? `${formatCount(choice.count)} messages` : job === undefined ? '' : jobWords(job)}
      onClose={onClose}
      {...(isChoosing ? { onSubmit: start, does: 'replay.start' } : {})}
      note={
        isChoosing ? `${formatCount(choice.count * (Number.isNaN(copies) ? 1 : copies))} will be sent` : null
      }
      actions={
        isChoosing ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" submit disabled={busy}>
              Start replay
            </Button>
          </>
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
      {refusal === null ? null : (
        <Notice tone="red" live title="The replay was refused.">
          {refusal.message}
        </Notice>
      )}
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
      {choice === undefined && job !== undefined && jobs.length > 1 ? (
        <Field label="Replay">
          {(control) => (
            <Select
              control={control}
              value={job.id}
              options={jobs.map((one) => ({ value: one.id, label: jobLabel(one) }))}
              onChange={setShown}
            />
          )}
        </Field>
      ) : null}
      {isChoosing ? null : job === undefined ? (
        <p className="msg-empty">
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
