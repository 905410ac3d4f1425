import { useState } from 'react'
import { issueOf, useSubmit } from '../../ui/use-submit'
import { useBench } from '../../state/bench'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field, Select } from '../../ui/Field'
import { Notice } from '../../ui/Notice'
import { formatCount } from '../../lib/time'
import { BulkForm } from './BulkForm'
import type { BulkOptions } from './BulkForm'
import { BulkResult } from './BulkResult'
import { isOpen, jobLabel, jobWords, useBulkJobs } from './bulk-jobs'
import type { BulkChoice } from '../../state/bulk-choice'
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

interface BulkReplayDialogProps {
  /** What is sent again; without it the newest replay is shown, and the ones before it can be chosen. */
  readonly choice: BulkChoice | undefined
  readonly onClose: () => void
}

/** Sends many messages again: first how, then how it goes. */
export function BulkReplayDialog({ choice, onClose }: BulkReplayDialogProps) {
  const bench = useBench()
  const jobs = useBulkJobs()
  const [wish, setWish] = useState(FIRST)
  const [started, setStarted] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { busy, refusal, submit, clear } = useSubmit()
  const job =
    choice === undefined
      ? (jobs.find(({ id }) => id === shown) ?? jobs[0])
      : jobs.find(({ id }) => id === started)

  const faults = (field: string): string | null => {
    if (field !== 'seed' && Number.isNaN(numberOf(wish[field === 'copies' ? 'copies' : 'concurrency']))) {
      return 'Give a whole number.'
    }
    return issueOf(refusal, field)
  }
  const start = (): void => {
    if (choice === undefined || started !== null) return
    const { what, list } = choice
    const copies = numberOf(wish.copies)
    const concurrency = numberOf(wish.concurrency)
    if (Number.isNaN(copies) || Number.isNaN(concurrency)) return
    const seed = wish.order === 'shuffled' && wish.seed.trim() !== '' ? { seed: Number(wish.seed) } : {}
    const which =
      what.kind === 'ids'
        ? { ids: [...what.ids] }
        : {
            query: what.query,
            list,
            ...(what.projectId === undefined ? {} : { projectId: what.projectId }),
          }
    submit(
      () =>
        bench.call('replay.start', {
          ...which,
          pacing: wish.pacing,
          order: wish.order,
          signing: wish.signing,
          repeat: wish.repeat,
          copies,
          concurrency,
          ...seed,
        }),
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
      title="Replay several"
      width={isChoosing ? 560 : 760}
      subtitle={isChoosing ? `${formatCount(choice.count)} messages` : job === undefined ? '' : jobWords(job)}
      onClose={onClose}
      {...(isChoosing ? { onSubmit: start, does: 'replay.start' } : {})}
      note={
        isChoosing
          ? `${formatCount(choice.count * (Number.isNaN(numberOf(wish.copies)) ? 1 : numberOf(wish.copies)))} will be sent`
          : null
      }
      actions={
        isChoosing ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" submit disabled={busy}>
              Start the replay
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
          wish={wish}
          onWish={(next) => {
            setWish(next)
            clear()
          }}
          faults={faults}
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
            ? 'No bulk replay is kept in this session. To start one, choose several rows of a list, then Replay….'
            : 'Starting…'}
        </p>
      ) : (
        <BulkResult job={job} onLeave={onClose} />
      )}
    </Dialog>
  )
}
