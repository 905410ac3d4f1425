import type { StepText } from './trial'

/** Turns any result callback into one of a success. */
export const AS_SUCCESS: StepText = {
  payment: { status: 'success' },
  operation: { status: 'success', code: '0', message: 'Success' },
}

/** Sets every date of a callback. `date` has the format of callbacks (contract 3.1). */
export const dated = (date: string): StepText => ({
  processingDateTime: date,
  payment: { date },
  operation: { date, created_date: date, provider: { date } },
})

/** Turns a result into an intermediate callback that precedes it. */
export const stillProcessing = (date: string): StepText => ({
  payment: { status: 'processing', date },
  operation: { status: 'processing', code: '9999', message: 'Awaiting processing', date },
})

/** Makes a callback one about an order that does not exist. `part` makes its id unique. */
export const neverOrdered = (part: string): StepText => ({ payment: { id: `never-ordered-${part}` } })
