import { create } from 'zustand'
import { type CheckVerdict, QUICK_CHECK_WORDS, type QuickCheck } from '#protocol/exam'
import type { BenchClient } from '#protocol/client'
import { showMessageTab, useMessageTab } from '#window/message-view/shown-message'
import { announce, showFailure, showToast } from '#window/state/toasts'
import { preferencesStore } from '#window/state/preferences'
import { openMessage } from '#window/features/replay/replay-commands'
import type { StateLook } from '#window/ui/StatusMark.tsx'

export const useRunning = create<{ readonly running: ReadonlySet<string> }>(() => ({ running: new Set() }))

export const keyOf = (id: string, check: QuickCheck): string => `${id} ${check}`

export function runCheck(bench: BenchClient, id: string, check: QuickCheck): void {
  const key = keyOf(id, check)
  if (useRunning.getState().running.has(key)) return
  showChecks(id)
  useRunning.setState(({ running }) => ({ running: new Set([...running, key]) }))
  bench
    .call('callbacks.check', { id, check })
    .then(({ verdict }) => {
      const text = `${QUICK_CHECK_WORDS[check].name}: ${verdict}`
      if (isShown(id)) announce(text)
      else {
        const { icon } = CHECK_LOOKS[verdict]
        showToast({ icon, text, action: { label: 'Show', run: () => showChecks(id) } })
      }
    }, showFailure)
    .finally(() =>
      useRunning.setState(({ running }) => ({ running: new Set([...running].filter((one) => one !== key)) })),
    )
}

const isShown = (id: string): boolean => {
  const { page, callbacks } = preferencesStore.getState()
  return page === 'callbacks' && callbacks.selection === id && useMessageTab.getState().tab === 'checks'
}

function showChecks(id: string): void {
  openMessage(id)
  showMessageTab('checks')
}

export const CHECK_LOOKS: Readonly<Record<CheckVerdict, StateLook>> = {
  passed: { icon: 'state-delivered', hue: 'green' },
  failed: { icon: 'state-failed', hue: 'red' },
  'not observed': { icon: 'eye-off', hue: 'quiet' },
}
