import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CallbackDetail } from '#protocol/messages'
import type { CallbackId } from '#domain/ids'

/** An attempt that was selected by hand or by a link. */
export interface ChosenAttempt {
  readonly callbackId: CallbackId
  /** `seq` of the attempt. */
  readonly seq: number
}

/** Null: the newest attempt of each callback is shown. */
export const chosenAttempt = createStore<{ readonly chosen: ChosenAttempt | null }>(() => ({ chosen: null }))

/** Selects an attempt of a callback, wherever the callback is shown. */
export function chooseAttempt(chosen: ChosenAttempt | null): void {
  chosenAttempt.setState({ chosen })
}

/** The index of the selected attempt: the newest unless another is selected; -1 where none was made. */
export function useChosenAttempt(
  callback: CallbackDetail | null,
): readonly [number, (index: number) => void] {
  const { chosen } = useStore(chosenAttempt)
  const attempts = callback?.attempts ?? []
  const found =
    chosen === null || chosen.callbackId !== callback?.id
      ? -1
      : attempts.findIndex(({ seq }) => seq === chosen.seq)
  return [
    found === -1 ? attempts.length - 1 : found,
    (index) => {
      const attempt = attempts[index]
      if (callback !== null && attempt !== undefined)
        chooseAttempt({ callbackId: callback.id, seq: attempt.seq })
    },
  ]
}
