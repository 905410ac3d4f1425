import type { MethodName } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'

export type PaletteGroup =
  | 'Payments'
  | 'Callbacks'
  | 'Captured'
  | 'Traffic'
  | 'This payment'
  | 'Commands'
  | 'Clock'
  | 'Go to'
  | 'Appearance'
  | 'Continue with'

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly group: PaletteGroup
  readonly icon: IconName
  readonly label: string
  readonly note?: string
  /** Replaces the note and is not searched: it changes by itself. */
  readonly aside?: string
  /** The method that it calls, directly or by a dialog; where that cannot be called now, the item only says why. */
  readonly does?: MethodName | undefined
  readonly run: () => void
  /** Ctrl+Enter: opens the list that contains it, with the typed text as its filter. */
  readonly runFiltered?: () => void
  /** Text of the box after the command; the palette stays open. */
  readonly completes?: string
  /** The palette stays open and keeps its text. */
  readonly staysOpen?: boolean
}
