import { createStore, type StoreApi } from 'zustand/vanilla'
import { BenchError } from '#protocol/connection'
import type { ErrorCode } from '#protocol/shapes'
import { reasonOf } from '#window/state/toasts'
import { type MessageDraft, readDraft, sameDraft } from './message-draft'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { BenchClient } from '#protocol/client'
import { useBench } from '#window/state/bench'
import { useRefusal } from '#window/state/refusal'
import { forgetWithSession } from '#window/state/session-memory'

/** The storage of drafts, and the timer for saving. */
export interface DraftPorts {
  /** The stored draft; null where there is none. */
  readonly read: () => Promise<string | null>
  readonly save: (data: string) => Promise<unknown>
  readonly remove: () => Promise<unknown>
  /** Runs the work after `ms` of real time; the result cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
}

export interface KeptDraft {
  /** Null until it is read. */
  readonly draft: MessageDraft | null
  /** The unedited message that the draft is compared with. */
  readonly source: MessageDraft
  /** Why a stored draft could not be read; nothing is edited until it is. */
  readonly readError: string | null
  /** The draft that the bench has stored; null where it has none. */
  readonly saved: MessageDraft | null
  /** Why the last change could not be saved; temporary failures are retried. */
  readonly saveError: string | null
  /** The draft before all edits were undone, until something is edited again. */
  readonly undone: MessageDraft | null
  /** The callback that was sent from it last. */
  readonly sentId: string | null
}

export interface DraftRepository {
  readonly store: StoreApi<KeptDraft>
  readonly read: () => void
  /** The present draft. */
  readonly now: () => MessageDraft
  readonly change: (draft: MessageDraft) => void
  /** Restores the source; `redoAll` takes that back. */
  readonly undoAll: () => void
  readonly redoAll: () => void
  /** The message was sent as `written`. The draft stays, and is saved only where it was edited since. */
  readonly sent: (written: MessageDraft, sentId: string) => void
  /** Saves pending changes at once. */
  readonly flush: () => void
  /** From now on the draft is compared with this source. */
  readonly rebase: (source: MessageDraft) => void
}

const SAVE_AFTER_MS = 400
const SAVE_LARGE_AFTER_MS = 1500
const LARGE = 262_144
const FIRST_RETRY_MS = 2000
const LAST_RETRY_MS = 30_000

export const isEdited = ({ draft, source }: Pick<KeptDraft, 'draft' | 'source'>): boolean =>
  draft !== null && !sameDraft(draft, source)

const PASSING: ReadonlySet<ErrorCode> = new Set(['unavailable', 'disk_full', 'internal'])

/** A refusal stays one until something else is written or another session is open. */
const mayPass = (error: unknown): boolean => !(error instanceof BenchError) || PASSING.has(error.code)

/** The draft of one message, saved by the bench after a pause, with retries. */
export function createDraftRepository(first: MessageDraft, ports: DraftPorts): DraftRepository {
  const store = createStore<KeptDraft>(() => ({
    draft: null,
    source: first,
    readError: null,
    saved: null,
    saveError: null,
    undone: null,
    sentId: null,
  }))
  /** The change that is still to be saved; undefined where there is none. */
  let wanted: MessageDraft | null | undefined
  let cancelTimer: (() => void) | null = null
  let isSaving = false
  let failures = 0

  const saveIn = (ms: number): void => {
    cancelTimer?.()
    cancelTimer = ports.after(ms, flush)
  }
  const saveWanted = async (): Promise<void> => {
    while (wanted !== undefined) {
      const going = wanted
      wanted = undefined
      try {
        await (going === null ? ports.remove() : ports.save(JSON.stringify(going)))
        failures = 0
        store.setState({ saved: going, saveError: null })
      } catch (error) {
        // Text that was typed meanwhile takes precedence.
        wanted ??= going
        failures += 1
        store.setState({ saveError: reasonOf(error) })
        if (mayPass(error)) saveIn(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)))
        return
      }
    }
  }
  function flush(): void {
    cancelTimer?.()
    cancelTimer = null
    if (isSaving || wanted === undefined) return
    isSaving = true
    void saveWanted().finally(() => {
      isSaving = false
    })
  }
  const put = (draft: MessageDraft): void => {
    const { source } = store.getState()
    store.setState({ draft })
    wanted = sameDraft(draft, source) ? null : draft
    saveIn(draft.text.length > LARGE ? SAVE_LARGE_AFTER_MS : SAVE_AFTER_MS)
  }
  const now = (): MessageDraft => store.getState().draft ?? store.getState().source

  return {
    store,
    now,
    read() {
      store.setState({ readError: null })
      ports.read().then(
        (data) => {
          if (store.getState().draft !== null) return
          const kept = data === null ? null : readDraft(data)
          store.setState(({ source }) => ({ draft: kept ?? source, saved: kept }))
        },
        (error: unknown) => store.setState({ readError: reasonOf(error) }),
      )
    },
    change(draft) {
      store.setState({ undone: null })
      put(draft)
    },
    undoAll() {
      const { source } = store.getState()
      store.setState({ undone: now() })
      put(source)
    },
    redoAll() {
      const { undone } = store.getState()
      store.setState({ undone: null })
      if (undone !== null) put(undone)
    },
    sent(written, sentId) {
      store.setState({ sentId })
      if (!sameDraft(now(), written)) return
      wanted = null
      flush()
    },
    flush,
    rebase(source) {
      if (isEdited(store.getState())) store.setState({ source })
      else store.setState(({ draft }) => ({ source, draft: draft === null ? null : source }))
    },
  }
}

const MAX_REMEMBERED = 30

/** Drafts of the messages that were shown last, so that returning to one needs no call. */
const remembered = new Map<string, DraftRepository>()

/** Counts opened sessions: a draft of an earlier one is not saved into a later one. */
let session = 0

forgetWithSession(() => {
  session += 1
  remembered.clear()
})

function repositoryOf(bench: BenchClient, id: string, source: MessageDraft): DraftRepository {
  const known = remembered.get(id)
  const openedIn = session
  const ifSame = (work: () => Promise<unknown>): Promise<unknown> =>
    openedIn === session ? work() : Promise.resolve()
  const repository =
    known ??
    createDraftRepository(source, {
      read: async () => (await bench.call('drafts.get', { id })).draft?.data ?? null,
      save: (data) => ifSame(() => bench.call('drafts.save', { id, data })),
      remove: () => ifSame(() => bench.call('drafts.remove', { id })),
      after: (ms, work) => {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    })
  known?.rebase(source)
  remembered.delete(id)
  remembered.set(id, repository)
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return repository
}

/** A draft that survives leaving the page, a reload and the end of the program. */
export function useDraft(id: string, fresh: MessageDraft): readonly [DraftRepository, KeptDraft] {
  const bench = useBench()
  const [repository] = useState(() => repositoryOf(bench, id, fresh))
  useEffect(() => {
    if (repository.store.getState().draft === null) repository.read()
    const leave = (): void => repository.flush()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [repository])
  // Saves what could not be saved, as soon as it can be.
  const refusal = useRefusal('drafts.save')
  useEffect(() => {
    if (refusal === null) repository.flush()
  }, [repository, refusal])
  return [repository, useStore(repository.store)]
}
