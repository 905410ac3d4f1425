import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { ExamSummary } from '#protocol/exam'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { reasonOf } from '#window/state/toasts'

interface KnownExam {
  /** The one that runs or ran last; undefined until it is read, null where there was none. */
  readonly exam: ExamSummary | null | undefined
  readonly error: string | null
}

const examStore = createStore<KnownExam>(() => ({ exam: undefined, error: null }))

export function showExam(exam: ExamSummary): void {
  examStore.setState({ exam, error: null })
}

/** The exam of this session, live. */
export function useExam(): KnownExam & { readonly reload: () => void } {
  const bench = useBench()
  const epoch = useInfo((state) => state.epoch)
  const known = useStore(examStore)
  const reload = useCallback(() => {
    bench.call('exam.get', {}).then(
      ({ exam }) => examStore.setState({ exam, error: null }),
      (error: unknown) => examStore.setState({ error: reasonOf(error) }),
    )
  }, [bench])
  useEffect(reload, [reload, epoch])
  useBenchEvents((events) => {
    const last = events.findLast((event) => event.type === 'exam.changed')
    if (last?.type === 'exam.changed') showExam(last.exam)
  })
  return { ...known, reload }
}
