import { useState } from 'react'
import { announce } from '#window/state/announcements'
import { useBench } from '#window/state/bench'
import { noteMade } from '#window/state/just-made'
import { setPlace, setPreferences } from '#window/state/preferences'
import { issueOf } from '#window/ui/submit-refusal'
import { useSubmit } from '#window/ui/use-submit'
import { checkNewPayment, completeCard, type NewPayment, type NewPaymentErrors } from './new-payment'
import { keepForNextPayment, keepPaymentDraft } from './payment-draft'

/** The fields that are typed. */
const CHECKED: readonly (keyof NewPayment)[] = [
  'amount',
  'currency',
  'paymentId',
  'customerId',
  'card',
  'description',
  'series',
]

/** Focuses the new row, after the dialog has returned the focus. */
function focusList(): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true })
    })
  })
}

export interface NewPaymentForm {
  readonly form: NewPayment
  /** What decides about the outcome, with the card that was complete last. */
  readonly decided: Pick<NewPayment, 'outcome' | 'card'>
  readonly busy: boolean
  readonly refusal: ReturnType<typeof useSubmit>['refusal']
  readonly set: (change: Partial<NewPayment>) => void
  /** A field was left: from now on its errors are shown. */
  readonly leave: (name: keyof NewPayment) => void
  readonly errorOf: (name: keyof NewPayment) => string | null
  readonly send: () => void
}

/** What was typed for a new payment, checked as its fields are left, kept as a draft until it is sent. */
export function useNewPayment(initial: NewPayment, onClose: () => void): NewPaymentForm {
  const bench = useBench()
  const { busy, refusal, submit, forget } = useSubmit()
  const [form, setForm] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<keyof NewPayment>>(new Set())
  const [card, setCard] = useState(completeCard(initial.card, ''))
  const checked = checkNewPayment(form)
  const errors: NewPaymentErrors = 'errors' in checked ? checked.errors : {}
  return {
    form,
    decided: { outcome: form.outcome, card },
    busy,
    refusal,
    set(change) {
      const next = { ...form, ...change }
      setForm(next)
      setCard(completeCard(next.card, card))
      keepPaymentDraft(next)
      // An error goes when its field changes; the field is checked again when it is left.
      const changed = Object.keys(change)
      forget(changed)
      setTouched((before) => new Set([...before].filter((name) => !changed.includes(name))))
    },
    leave: (name) => setTouched((before) => new Set(before).add(name)),
    errorOf: (name) => (touched.has(name) ? errors[name] : undefined) ?? issueOf(refusal, name),
    send() {
      setTouched(new Set(CHECKED))
      if (!('params' in checked)) return
      submit(
        () => bench.call('payments.create', checked.params),
        (payment) => {
          keepForNextPayment(form)
          noteMade(payment)
          setPreferences({ page: 'payments' })
          setPlace('payments', { selection: payment.key })
          announce(`Payment ${payment.paymentId} created, ${payment.status}`)
          onClose()
          focusList()
        },
      )
    },
  }
}
