import { useEffect, useRef, useState } from 'react'
import type { BenchClient } from '../../../src-main/contract/client'
import { useBench } from '../state/bench'
import { refusalOf, useRefusal } from '../state/refusal'
import { forgetWithSession } from '../state/session-memory'
import { showFailure } from '../state/toasts'
import { readDraft, sameDraft } from './message-draft'
import type { MessageDraft } from './message-draft'

const SAVE_AFTER_MS = 400
const SAVE_LARGE_AFTER_MS = 1500
const LARGE = 262_144
const MOST_REMEMBERED = 30

/** What was written and is not sent, so that going to another message and back does not ask the bench. */
const remembered = new Map<string, MessageDraft>()
/** Drops what an open editor has not saved yet, for each of them. */
const unsaved = new Set<() => void>()

forgetWithSession(() => {
  remembered.clear()
  for (const drop of unsaved) drop()
})

function remember(id: string, draft: MessageDraft): void {
  remembered.delete(id)
  remembered.set(id, draft)
  const [oldest] = remembered.keys()
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

export interface UsedDraft {
  /** Null until it is known whether one was kept. */
  readonly draft: MessageDraft | null
  /** Differs from what it was made from. */
  readonly edited: boolean
  /** The bench has it. */
  readonly kept: boolean
  readonly change: (draft: MessageDraft) => void
  /** It was sent: what stands there stays, and is kept again only when it is edited further. */
  readonly sent: () => void
}

function keep(bench: BenchClient, id: string, draft: MessageDraft, fresh: MessageDraft): Promise<unknown> {
  return sameDraft(draft, fresh)
    ? bench.call('drafts.remove', { id })
    : bench.call('drafts.save', { id, data: JSON.stringify(draft) })
}

/** A draft that survives going elsewhere, a reload and the end of the program. */
export function useDraft(id: string, fresh: MessageDraft): UsedDraft {
  const bench = useBench()
  const [draft, setDraft] = useState<MessageDraft | null>(remembered.get(id) ?? null)
  const [kept, setKept] = useState(false)
  const pending = useRef<{ readonly draft: MessageDraft; readonly timer?: ReturnType<typeof setTimeout> }>(
    null,
  )
  /** What it was made from, as it was when the tester came. */
  const [source] = useState(fresh)

  useEffect(() => {
    if (remembered.has(id)) return
    let current = true
    bench.call('drafts.get', { id }).then(
      ({ draft: found }) => {
        if (!current) return
        const read = found === null ? null : readDraft(found.data)
        setDraft(read ?? source)
        setKept(read !== null)
      },
      (error: unknown) => {
        if (!current) return
        setDraft(source)
        showFailure(error)
      },
    )
    return () => {
      current = false
    }
  }, [bench, id, source])

  const save = (): void => {
    const waiting = pending.current
    if (waiting === null) return
    clearTimeout(waiting.timer)
    // It goes on waiting until it can be kept.
    if (refusalOf('drafts.save') !== null) return
    pending.current = null
    keep(bench, id, waiting.draft, source).then(
      () => setKept(!sameDraft(waiting.draft, source)),
      (error: unknown) => {
        pending.current ??= { draft: waiting.draft }
        showFailure(error)
      },
    )
  }
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  const refusal = useRefusal('drafts.save')
  useEffect(() => {
    if (refusal === null) latestSave.current()
  }, [refusal])
  useEffect(() => {
    const drop = (): void => {
      clearTimeout(pending.current?.timer)
      pending.current = null
    }
    unsaved.add(drop)
    return () => {
      unsaved.delete(drop)
    }
  }, [])
  useEffect(() => {
    const leave = (): void => latestSave.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  return {
    draft,
    edited: draft !== null && !sameDraft(draft, source),
    kept,
    change(next) {
      setDraft(next)
      setKept(false)
      remember(id, next)
      clearTimeout(pending.current?.timer)
      const wait = next.text.length > LARGE ? SAVE_LARGE_AFTER_MS : SAVE_AFTER_MS
      pending.current = { draft: next, timer: setTimeout(() => latestSave.current(), wait) }
    },
    sent() {
      clearTimeout(pending.current?.timer)
      pending.current = null
      setKept(false)
      bench.call('drafts.remove', { id }).catch(showFailure)
    },
  }
}
