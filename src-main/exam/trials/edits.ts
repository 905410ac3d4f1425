import type { StepText } from './trial'

/** Turns any result callback into one of a success. */
export const AS_SUCCESS: StepText = {
  payment: { status: 'success' },
  operation: { status: 'success', code: '0', message: 'Success' },
}

/** Every date of a callback, as dates stand in callbacks (contract 3.1). */
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

/** About an order that nobody has made; `part` tells it from other ones. */
export const neverOrdered = (part: string): StepText => ({ payment: { id: `never-ordered-${part}` } })
