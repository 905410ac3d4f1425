import { all } from './dom'

/** Puts the days and times of the page into the time zone of the customer; until then they are not seen. */
export function showLocalTimes(root: ParentNode, locale: string): void {
  all(root, 'time[data-at]').forEach((element) => {
    const at = Number(element.getAttribute('data-at'))
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    const day = { day: 'numeric', month: 'long', year: 'numeric' } as const
    const shown = element.getAttribute('data-show') === 'moment' ? { ...day, ...time } : time
    element.textContent = new Intl.DateTimeFormat(locale, shown).format(at)
    // The sentence around a time of day is seen with it: otherwise it would move.
    const seen = element.classList.contains('pf-at') ? element : element.parentElement
    seen?.classList.add('on')
  })
}
