import { BRAND_MARKS, brandOf, type CardBrand } from '#domain/card/brand'
import { all, byId, clearFieldError, first, inputNamed, isShown, rowOf } from './dom'

export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '')
}

/** Groups as printed on the card: American Express 4-6-5, all others in fours. */
function groupDigits(digits: string): string {
  const groups =
    brandOf(digits) === 'amex'
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)]
      : [0, 4, 8, 12, 16].map((start) => digits.slice(start, start === 16 ? 19 : start + 4))
  return groups.filter((group) => group !== '').join(' ')
}

/** Reads `07 / 33`, `0733`, `7/2033` and what browsers fill in; null if the text is not a month and a year. */
export function readExpiry(text: string): { readonly month: number; readonly year: number } | null {
  const parts =
    /^\s*(\d{1,2})\s*[/.\- ]\s*(\d{4}|\d{2})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{4}|\d{2})\s*$/.exec(text)
  if (parts === null) return null
  const month = Number(parts[1])
  const year = Number(parts[2])
  if (month < 1 || month > 12) return null
  return { month, year: year < 100 ? 2000 + year : year }
}

/** Formats what was typed so far as `07 / 33`. */
function shapeExpiry(text: string): string {
  const whole = /^\s*\d{1,2}\s*[/.-]\s*\d{4}\s*$/.test(text) ? readExpiry(text) : null
  let digits = whole === null ? digitsOf(text) : twoDigits(whole.month) + String(whole.year).slice(-2)
  // "7" can only be July, and "1 /" only January.
  if (/^\s*[2-9]/.test(text) || /^\s*\d\s*\//.test(text)) digits = `0${digits}`
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, digits.slice(2, 4) === '20' ? 5 : 4)
  if (digits.length < 2) return digits
  const typedSlash = digits.length > 2 || /\/\s*$/.test(text)
  return typedSlash ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** Formats what was typed as `28-02-1990`: keypads of phones have no hyphen, and browsers fill in the year first. */
function shapeDay(text: string, separator: string): string {
  if (/^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text)) return text.trim().split('-').reverse().join(separator)
  const parts: string[] = []
  let rest = text.replace(/^\D+/, '')
  for (let place = 0; place < 3 && rest !== ''; place += 1) {
    const digits = (/^\d*/.exec(rest)?.[0] ?? '').slice(0, place < 2 ? 2 : 4)
    rest = rest.slice(digits.length)
    const withoutSeparator = rest.replace(/^\D+/, '')
    const isClosed = withoutSeparator !== rest
    rest = withoutSeparator
    parts.push(place < 2 && isClosed ? twoDigits(Number(digits)) : digits)
    if (isClosed && rest === '' && place < 2) parts.push('')
  }
  return parts.join(separator)
}

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** Writes a shaped text back and keeps the caret after the same digit. */
function reshape(input: HTMLInputElement, shape: (text: string) => string): void {
  const before = input.value
  const after = shape(before)
  if (after === before) return
  const caret = input.selectionStart ?? before.length
  const atEnd = caret >= before.length
  const digitsBefore = digitsOf(before.slice(0, caret)).length
  input.value = after
  let position = after.length
  if (!atEnd) {
    position = 0
    for (let seen = 0; position < after.length && seen < digitsBefore; position += 1) {
      if (/\d/.test(after.charAt(position))) seen += 1
    }
  }
  if (document.activeElement === input) input.setSelectionRange(position, position)
}

/** The brand of the typed card; null if it is unknown, or no input for a card number is shown. */
function typedBrand(): CardBrand | null {
  const number = inputNamed('pan')
  return number === null || !isShown(number) ? null : brandOf(digitsOf(number.value))
}

/** Whether the typed or chosen card has a four-digit code on its front. */
export function hasCodeOnFront(): boolean {
  const saved = chosenCard()
  if (saved === null) return typedBrand() === 'amex'
  return /"type":"amex"/.test(saved.getAttribute('data-wallet') ?? '')
}

export function shapeCardInput(input: HTMLInputElement, isDeleting: boolean): void {
  const check = input.getAttribute('data-check')
  if (check === 'pan') {
    reshape(input, (text) => groupDigits(digitsOf(text)))
    showBrand()
  } else if (check === 'expiry') {
    if (!isDeleting) reshape(input, shapeExpiry)
  } else if (check === 'cvv') reshape(input, (text) => digitsOf(text).slice(0, 4))
  else if (check === 'date' || check === 'date optional') {
    // Only if the caret is at the end: in the middle, digits would flow from the day into the month.
    if (!isDeleting && input.selectionStart === input.value.length)
      reshape(input, (text) => shapeDay(text, input.placeholder.charAt(2)))
  }
  showMask(input)
}

/** Shows the part of a date's format that is not yet typed, such as `YY`, after the typed part. */
function showMask(input: HTMLInputElement): void {
  const mask = input.nextElementSibling
  if (mask?.className !== 'pf-mask') return
  mask.innerHTML = '<i></i><span></span>'
  const [typed, left] = all('i, span', mask)
  if (typed === undefined || left === undefined) return
  typed.textContent = input.value
  left.textContent = input.value === '' ? '' : input.placeholder.slice(input.value.length)
}

export function showMasks(): void {
  all('.pf-mask').forEach(({ previousElementSibling: input }) => {
    if (input instanceof HTMLInputElement) showMask(input)
  })
}

export function showBrand(): void {
  const brand = typedBrand()
  const place = byId('pf-brand')
  const typed = brand === null ? null : first(`[data-brand="${brand}"]`)
  all('[data-brand]').forEach((mark) => {
    mark.classList[mark === typed ? 'add' : 'remove']('on')
  })
  // Changed only when necessary, because screen readers announce it. A brand that is not accepted has no mark.
  if (place !== null && place.getAttribute('data-shown') !== String(brand)) {
    place.setAttribute('data-shown', String(brand))
    place.className = typed === null ? 'pf-brand' : 'pf-brand pf-mark'
    if (typed !== null) place.innerHTML = typed.innerHTML
    else place.textContent = brand === null ? '' : BRAND_MARKS[brand]
  }
  const marks = first('.pf-marks')
  if (marks !== null) marks.classList[brand === null ? 'remove' : 'add']('typed')
  const front = hasCodeOnFront()
  all('[data-front]').forEach((element) => showSide(element, front))
}

function showSide(element: HTMLElement, isFront: boolean): void {
  const shown = element instanceof HTMLInputElement ? element.placeholder : element.textContent
  if (!element.hasAttribute('data-back')) element.setAttribute('data-back', shown)
  const text = element.getAttribute(isFront ? 'data-front' : 'data-back') ?? ''
  if (text === shown) return
  if (element instanceof HTMLInputElement) element.placeholder = text
  else element.textContent = text
}

/** The chosen saved card; null if a new card is entered. */
export function chosenCard(): HTMLInputElement | null {
  const chosen = first('input[name="saved_card"]:checked')
  return chosen instanceof HTMLInputElement && chosen.value !== '' ? chosen : null
}

export function showCardInputs(): void {
  if (first('input[name="saved_card"]') === null) return
  const card = chosenCard()
  all('[data-new-card]').forEach((row) => {
    row.hidden = card !== null
  })
  const code = inputNamed('cvv')
  if (code !== null) moveCode(code, card)
}

/** Moves the input of the code into the row of the saved card, or for a new card in front of the holder's name. */
function moveCode(code: HTMLInputElement, card: HTMLInputElement | null): void {
  const field = rowOf(code)
  const row = rowOf(card ?? inputNamed('card_holder'))
  const place = card === null ? row?.parentElement : row
  if (!field || !row || !place || field.parentElement === place) return
  // A code belongs to one card.
  code.value = ''
  clearFieldError(code)
  place.insertBefore(field, card === null ? row : first('.pf-ask', row))
}
