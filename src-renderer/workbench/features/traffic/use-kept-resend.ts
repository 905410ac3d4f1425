import { useCallback, useEffect, useRef } from 'react'
import { useBench } from '#window/state/bench'
import { refusalOf, useRefusal } from '#window/state/refusal'
import { forgetWithSession } from '#window/state/session-memory'
import { showFailure } from '#window/state/toasts'
import { keptResend } from './kept-resend'
import type { ResendDraft } from './resend-draft'
import type { ExchangeId } from '#domain/ids'

const SAVE_AFTER_MS = 400

/** Drops what an open dialog has not saved yet, for each of them. */
const unsaved = new Set<() => void>()

forgetWithSession(() => {
  for (const drop of unsaved) drop()
})

/** Name of the draft of a request that is edited to be sent again. */
export const resendDraftId = (exchangeId: ExchangeId): string => `resend:${exchangeId}`

/**
 * Keeps what is edited until it is sent, without card data: it survives leaving the page, a reload and the end of the
 * program. The returned function removes it.
 */
export function useKeptResend(
  exchangeId: ExchangeId,
  draft: ResendDraft,
  original: ResendDraft,
  isEditing: boolean,
): () => void {
  const bench = useBench()
  const id = resendDraftId(exchangeId)
  const first = useRef(draft)
  const waiting = useRef<ResendDraft>(null)

  const save = useCallback(() => {
    // It stays pending until it can be saved.
    if (waiting.current === null || refusalOf('drafts.save') !== null) return
    const data = keptResend(waiting.current, original)
    waiting.current = null
    const saved =
      data === null ? bench.call('drafts.remove', { id }) : bench.call('drafts.save', { id, data })
    saved.catch(showFailure)
  }, [bench, id, original])

  useEffect(() => {
    if (!isEditing || draft === first.current) return
    waiting.current = draft
    const timer = setTimeout(save, SAVE_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [draft, isEditing, save])

  const refusal = useRefusal('drafts.save')
  useEffect(() => {
    if (refusal === null) save()
  }, [refusal, save])

  useEffect(() => {
    const drop = (): void => {
      waiting.current = null
    }
    unsaved.add(drop)
    window.addEventListener('pagehide', save)
    return () => {
      unsaved.delete(drop)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])

  return () => {
    waiting.current = null
    if (isEditing) bench.call('drafts.remove', { id }).catch(showFailure)
  }
}
