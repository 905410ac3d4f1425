import { useState } from 'react'
import { callbackKind } from '#protocol/messages'
import type { FilledTemplate } from '#protocol/replay'
import type { PaymentSummary } from '#protocol/payments'
import { useProjectFilter } from '#window/state/info'
import { Field, Select } from '#window/ui/Field.tsx'
import { callbackKindName } from '#window/ui/states'
import { formatCount } from '#window/lib/figures'
import { type ComposeChoice, NO_PAYMENT } from './compose-choice'
import { useFoundPayments } from './use-found-payments'
import { visibleId } from '#window/ui/id-text'

type NamedPayment = Pick<PaymentSummary, 'key' | 'paymentId' | 'status'>

interface ComposePickerProps {
  readonly choice: ComposeChoice
  readonly template: FilledTemplate
  readonly templates: readonly FilledTemplate[]
  /** The payment whose values fill the template. */
  readonly payment: NamedPayment | null
  readonly onChoice: (choice: ComposeChoice) => void
}

const optionOf = ({ key, paymentId, status }: NamedPayment) => ({
  value: key,
  label: `${visibleId(paymentId)}, ${status}`,
})

/** The template of a new message, how it is listed, and the payment that fills it. */
export function ComposePicker({ choice, template, templates, payment, onChoice }: ComposePickerProps) {
  const [text, setText] = useState('')
  const found = useFoundPayments(text, useProjectFilter())
  const items = found.items ?? []
  const isListed = payment === null || items.some(({ key }) => key === payment.key)
  return (
    <>
      <Field label="Template" help={template.explanation}>
        {(control) => (
          <Select
            control={control}
            value={template.id}
            options={templates.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => onChoice({ ...choice, template: id, kind: null })}
          />
        )}
      </Field>
      <Field label="Listed as" help="Fault rules and filters use this kind.">
        {(control) => (
          <Select
            control={control}
            value={choice.kind ?? template.kind}
            options={callbackKind.options.map((kind) => ({ value: kind, label: callbackKindName(kind) }))}
            onChange={(kind) => onChoice({ ...choice, kind: kind === template.kind ? null : kind })}
          />
        )}
      </Field>
      <Field label="Find a payment" help={foundWords(text, items.length, found.total)} error={found.error}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            type="search"
            placeholder="part of its id"
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Field label="Filled from">
        {(control) => (
          <Select
            control={control}
            value={payment?.key ?? NO_PAYMENT}
            options={[
              { value: NO_PAYMENT, label: 'No payment: sample values' },
              ...(isListed ? [] : [optionOf(payment)]),
              ...items.map(optionOf),
            ]}
            onChange={(paymentKey) => onChoice({ ...choice, paymentKey })}
          />
        )}
      </Field>
    </>
  )
}

/** What was found; undefined where there is nothing to report. */
function foundWords(text: string, listed: number, total: number): string | undefined {
  if (text.trim() === '') {
    return total > listed ? `The newest ${formatCount(listed)} of ${formatCount(total)} listed.` : undefined
  }
  if (total === 0) return 'No payment id contains this.'
  return total > listed
    ? `${formatCount(total)} match; the newest ${formatCount(listed)} are listed. Type more to narrow it down.`
    : `${formatCount(total)} listed.`
}
