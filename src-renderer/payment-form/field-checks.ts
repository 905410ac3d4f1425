import { brandOf } from '#domain/card/brand'
import { isLuhnValid } from '#domain/card/card-number'
import { phoneDigits } from '#domain/form/phone-number'
import type { FieldProblem, ProblemReason } from '#domain/form/view'
import { digitsOf, hasCodeOnFront, readExpiry } from './card-typing'
import { controls, first, isShown } from './dom'

/** The problems in the shown inputs (contract 7.4, 5.8); the platform checks again. `now`: virtual, in milliseconds. */
export function findProblems(now: number): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  controls().forEach((control) => {
    const check = control.getAttribute('data-check')
    if (check === null || !isShown(control)) return
    const reason = findProblem(check, control.value.trim(), now)
    if (reason !== null) problems.push({ name: control.name, reason })
  })
  // A bank counts as a control only once it is chosen.
  const bank = first('[data-check="bank"]')
  if (bank instanceof HTMLInputElement && first('[data-check="bank"]:checked') === null)
    problems.push({ name: bank.name, reason: 'required' })
  return problems
}

function findProblem(check: string, value: string, now: number): ProblemReason | null {
  const [kind = '', optional] = check.split(' ')
  if (value === '') return optional === 'optional' ? null : 'required'
  switch (kind) {
    case 'pan':
      return numberProblem(digitsOf(value))
    case 'expiry':
      return expiryProblem(value, now)
    case 'cvv':
      return value.length === (hasCodeOnFront() ? 4 : 3) ? null : 'card_code'
    case 'holder':
      // Two names, each with a Latin letter (contract 7.4).
      return /[A-Za-z]\S*\s+.*[A-Za-z]/.test(value) ? null : 'card_holder'
    case 'email':
      return /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(value) ? null : 'email'
    case 'date':
      return isDay(value) ? null : 'date'
    case 'tel':
      return /^[0-9]{4,24}$/.test(phoneDigits(value)) ? null : 'phone'
    case 'code':
      return /^[0-9]{4,8}$/.test(value) ? null : 'one_time_code'
    default:
      return null
  }
}

function numberProblem(digits: string): ProblemReason | null {
  const amex = brandOf(digits) === 'amex'
  const isFullLength = amex ? digits.length === 15 : digits.length >= 16 && digits.length <= 19
  return isFullLength && isLuhnValid(digits) ? null : 'card_number'
}

function expiryProblem(text: string, now: number): ProblemReason | null {
  const expiry = readExpiry(text)
  if (expiry === null) return 'card_expiry'
  const today = new Date(now)
  const months = (expiry.year - today.getUTCFullYear()) * 12 + expiry.month - 1 - today.getUTCMonth()
  return months < 0 ? 'card_expired' : null
}

/** DD-MM-YYYY, with the separators of any language, and a day that exists. */
function isDay(text: string): boolean {
  const parts = /^(\d{2})[-./](\d{2})[-./](\d{4})$/.exec(text)
  if (parts === null) return false
  const month = Number(parts[2]) - 1
  const day = new Date(Date.UTC(Number(parts[3]), month, Number(parts[1])))
  return day.getUTCMonth() === month && day.getUTCDate() === Number(parts[1])
}
