/** A day as `YYYY-MM-DD`; such texts compare like the days they name. */
export type CalendarDay = string

/** The day that DD-MM-YYYY names, or null where the (Gregorian) calendar has none. */
export function readCalendarDay(text: string): CalendarDay | null {
  const [day = '', month = '', year = ''] = text.split('-')
  const dayOfMonth = Number(day)
  const exists =
    Number(year) >= 1 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(Number(month), Number(year))
  return exists ? `${year}-${month}-${day}` : null
}

function daysInMonth(month: number, year: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
