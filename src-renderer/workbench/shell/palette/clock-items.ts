import type { BenchClient } from '#protocol/client'
import { STEPS, advance, advanceToNext, setClockTo } from '#window/state/clock-commands'
import { openDialog } from '#window/state/dialogs'
import type { PaletteItem } from './palette-item'

/** The next timer and its time, in words. */
export interface NextTimer {
  readonly words: string
  readonly isFar: boolean
}

/** Advancing, setting and freezing the clock. */
export function clockItems(bench: BenchClient, next: NextTimer | null): readonly PaletteItem[] {
  return [
    ...STEPS.map((step): PaletteItem => ({
      id: `advance ${step.ms}`,
      does: 'clock.advance',
      group: 'Clock',
      icon: 'next',
      label: `Advance the clock by ${step.label.slice(1)}`,
      run: () => advance(bench, step.ms),
    })),
    {
      id: 'advance to next',
      does: 'clock.advanceToNext',
      group: 'Clock',
      icon: 'next',
      label: `Advance the clock to the next timer${next?.isFar === true ? '…' : ''}`,
      aside: next?.words ?? 'no timers',
      run: () => advanceToNext(bench),
    },
    {
      id: 'advance by',
      does: 'clock.advance',
      group: 'Clock',
      icon: 'next',
      label: 'Advance the clock by…',
      run: () => openDialog({ kind: 'advanceBy' }),
    },
    {
      id: 'clock date',
      does: 'clock.set',
      group: 'Clock',
      icon: 'state-scheduled',
      label: 'Set the date and time of the clock…',
      run: () => openDialog({ kind: 'clockDate' }),
    },
    {
      id: 'real time',
      does: 'clock.set',
      group: 'Clock',
      icon: 'undo',
      label: 'Set the clock back to real time…',
      run: () => openDialog({ kind: 'realTime' }),
    },
    {
      id: 'freeze',
      does: 'clock.set',
      group: 'Clock',
      icon: 'state-held',
      label: 'Freeze the clock',
      run: () => setClockTo(bench, { mode: 'frozen' }),
    },
    {
      id: 'live',
      does: 'clock.set',
      group: 'Clock',
      icon: 'state-scheduled',
      label: 'Let the clock run live',
      run: () => setClockTo(bench, { mode: 'live' }),
    },
    {
      id: 'rate',
      does: 'clock.set',
      group: 'Clock',
      icon: 'next',
      label: 'Let the clock run faster…',
      run: () => openDialog({ kind: 'clockRate' }),
    },
  ]
}
