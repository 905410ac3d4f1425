import type { PageTexts } from '#domain/form/page-state'
import { showBrand, showCardInputs, showMasks } from './card-typing'
import { all, byId, controlNamed, controls, showErrorSummary } from './dom'

export function preparePage(texts: PageTexts): void {
  showCardInputs()
  showBrand()
  showMasks()
  showLocalTimes(texts.locale)
}

/**
 * Replaces the page and keeps the focus in it. `isOtherView`: the new page shows another view, so typed text is
 * dropped. `isResponse`: it is the response to an action of the customer; otherwise the customer may be typing.
 */
export function drawPage(
  html: string,
  { isOtherView, isResponse }: { readonly isOtherView: boolean; readonly isResponse: boolean },
  texts: PageTexts,
): void {
  const main = byId('page')
  if (main === null) return
  const typing = rememberTyping(main)
  const heading = byId('pf-title')?.textContent ?? ''
  main.innerHTML = html
  if (!isOtherView) typing.restoreValues()
  preparePage(texts)
  const title = byId('pf-title')
  // The title begins with the heading; the name of the shop follows.
  if (title !== null) document.title = title.textContent + document.title.slice(heading.length)
  const live = byId('pf-live')
  if (isOtherView && live !== null) live.textContent = title?.textContent ?? ''
  if (isOtherView) window.scrollTo(0, 0)
  const isFocusKept = !isOtherView && typing.hadFocus && typing.restoreFocus()
  if (!isFocusKept && (typing.hadFocus || (isOtherView && document.hasFocus()))) title?.focus()
  const problem = showErrorSummary(texts)
  if (problem !== null && document.hasFocus() && (isResponse || !isFocusKept)) problem.focus()
}

/** Locks or unlocks the buttons. `isBusy` (the platform or shop must respond): shown by the button and announced. */
export function showLock(
  { isBusy, isLocked }: { readonly isBusy: boolean; readonly isLocked: boolean },
  busyText: string,
): void {
  document.body.classList[isLocked ? 'add' : 'remove']('busy')
  all('.pf-pay, .pf-back').forEach((button) => {
    if (!(button instanceof HTMLButtonElement)) return
    button.disabled = isLocked
    if (button.type !== 'submit') return
    if (isBusy) button.setAttribute('aria-busy', 'true')
    else button.removeAttribute('aria-busy')
  })
  const live = byId('pf-live')
  if (isBusy && live !== null) live.textContent = busyText
}

/** Shows days and times in the customer's time zone; they are hidden until this runs. */
function showLocalTimes(locale: string): void {
  all('time[data-at]').forEach((element) => {
    const at = Number(element.getAttribute('data-at'))
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
    const shown = element.getAttribute('data-show') === 'moment' ? { ...day, ...time } : time
    element.textContent = new Intl.DateTimeFormat(locale, shown).format(at)
    // The sentence around a time appears together with it, so that the text does not move.
    const container = element.classList.contains('pf-at') ? element : element.parentElement
    container?.classList.add('on')
  })
}

/** Saved cards and checkboxes are chosen, not typed; the redrawn page has their state. */
const CHOSEN = ['saved_card', 'save']

/** Call this before `main` is redrawn: a merchant may answer through the API while the customer types (contract 6). */
function rememberTyping(main: HTMLElement) {
  const typed = controls()
    .filter(({ name }) => CHOSEN.indexOf(name) < 0)
    .map((control) => ({
      name: control.name,
      value: control.value,
      changed: control instanceof HTMLInputElement && control.value !== control.defaultValue,
    }))
  const active = document.activeElement
  const focused = active instanceof HTMLElement && main.contains(active) ? active.id : ''
  const cursor = active instanceof HTMLInputElement ? cursorIn(active) : null

  return {
    hadFocus: active !== null && main.contains(active),
    /** Restores, by name, the inputs that the customer changed and those that are now empty. */
    restoreValues: (): void => {
      typed.forEach(({ name, value, changed }) => {
        const control = controlNamed(name)
        if (control !== null && (changed || control.value === '')) control.value = value
      })
    },
    restoreFocus: (): boolean => {
      const element = focused === '' ? null : byId(focused)
      if (element === null) return false
      element.focus()
      if (element instanceof HTMLInputElement && cursor !== null) {
        element.setSelectionRange(cursor.start, cursor.end)
      }
      return true
    },
  }
}

/** The selection in an input; null if the input has no cursor, for which some browsers throw. */
function cursorIn(input: HTMLInputElement): { readonly start: number; readonly end: number } | null {
  try {
    const { selectionStart: start, selectionEnd: end } = input
    return start === null || end === null ? null : { start, end }
  } catch {
    return null
  }
}
