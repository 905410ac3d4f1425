import type { AutomaticRedirect, FrameMode, RedirectMode, ReturnRule } from '#domain/form/settings'

/**
 * What a return button does. `event`: only a window message informs the page; `close`: the modal closes. `how` `iframe`
 * is the window that the form itself is in, `parent_page` the page around it, `blank_page` a new tab.
 */
export type ReturnEffect =
  'none' | 'event' | 'close' | { readonly kind: 'navigate'; readonly how: RedirectMode }

/** `by mode` follows `…_redirect_mode`, and where none was given the last column of {@link RETURN_EFFECTS}. */
type Cell = 'none' | 'event' | 'close' | 'whole page' | 'by mode'

/** The table of contract 7.6: value of `…_enabled`, then the way the form is shown. Embedded is a kind of iframe. */
const RETURN_EFFECTS: Readonly<
  Record<ReturnRule['enabled'] | 'withoutMode', Readonly<Record<FrameMode, Cell>>>
> = {
  0: { iframe: 'none', embedded: 'none', popup: 'none', tab: 'none' },
  1: { iframe: 'event', embedded: 'event', popup: 'close', tab: 'whole page' },
  2: { iframe: 'by mode', embedded: 'by mode', popup: 'by mode', tab: 'whole page' },
  withoutMode: { iframe: 'event', embedded: 'event', popup: 'close', tab: 'whole page' },
}

/** What a return button does where the form is shown in this way (contract 7.6); `none`: there is no button. */
export function returnEffect(rule: ReturnRule, frameMode: FrameMode): ReturnEffect {
  const cell = RETURN_EFFECTS[rule.enabled][frameMode]
  const settled = cell === 'by mode' && rule.mode === null ? RETURN_EFFECTS.withoutMode[frameMode] : cell
  switch (settled) {
    case 'none':
    case 'event':
    case 'close':
      return settled
    case 'whole page':
      return { kind: 'navigate', how: ownOrNew(rule.mode) }
    case 'by mode':
      return { kind: 'navigate', how: rule.mode ?? 'iframe' }
  }
}

/** Leaving without a button. With a new tab the result page stays (contract 7.3). */
export interface RedirectEffect {
  readonly kind: 'navigate'
  readonly how: RedirectMode
  readonly resultPageStays: boolean
}

/** How an automatic redirect leaves (contract 7.3, 7.6). A tab has no page around it, so it leaves its own window. */
export function redirectEffect({ mode }: AutomaticRedirect, frameMode: FrameMode): RedirectEffect {
  const how = frameMode === 'tab' ? ownOrNew(mode) : mode
  return { kind: 'navigate', how, resultPageStays: how === 'blank_page' }
}

function ownOrNew(mode: RedirectMode | null): RedirectMode {
  return mode === 'blank_page' ? 'blank_page' : 'iframe'
}
