import { create } from 'zustand'
import type { CallbackDetail } from '../../../src-main/protocol/messages'
import type { CallbackId } from '../../../src-main/domain/ids'

interface ChosenAttempt {
  readonly callbackId: CallbackId
  /** `seq` of the attempt. */
  readonly seq: number
}

const useChoice = create<{ readonly chosen: ChosenAttempt | null }>(() => ({ chosen: null }))

/** Selects an attempt of a callback, wherever the callback is shown. */
export function chooseAttempt(callbackId: CallbackId, seq: number): void {
  useChoice.setState({ chosen: { callbackId, seq } })
}

/** The index of the selected attempt: the newest unless another is selected; -1 where none was made. */
export function useChosenAttempt(
  callback: CallbackDetail | null,
): readonly [number, (index: number) => void] {
  const { chosen } = useChoice()
  const attempts = callback?.attempts ?? []
  const found =
    chosen === null || chosen.callbackId !== callback?.id
      ? -1
      : attempts.findIndex(({ seq }) => seq === chosen.seq)
  return [
    found === -1 ? attempts.length - 1 : found,
    (index) => {
      const attempt = attempts[index]
      if (callback !== null && attempt !== undefined) chooseAttempt(callback.id, attempt.seq)
    },
  ]
}
