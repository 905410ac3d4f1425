import { useEffect, useRef, useState } from 'react'
import type { PaymentDetail } from '../../../../../src-main/protocol/payments'
import type { Result } from '../../../../../src-main/protocol/methods'
import { flattenFields } from '../../../../../src-main/domain/clarification/fields'
import { JsonBody } from '../../../message-view/JsonBody'
import { useFetched } from '../../../message-view/use-fetched'
import { useReloadOn } from '../../../message-view/use-message'
import { useBench } from '../../../state/bench'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Field } from '../../../ui/Field'
import { describeField } from './catalogue-view'
import { DialogFault, PendingDialog } from '../../../ui/DialogParts'
import { additionalDataOf } from './merchant-answer'
import { PaymentLine } from './PaymentLine'
import { useSubmit } from '../../../ui/use-submit'
import './dialogs.css'

const TITLE = 'Answer as the merchant'

type Answer = Result<'payments.answerClarification'>

function PlatformAnswer({ answer }: { readonly answer: Answer | null }) {
  return (
    <section className="prev" aria-label="The platform's answer">
      <div className="section-head">
        <h3>The platform's answer</h3>
        {answer === null ? (
          <span className="note clip">appears here</span>
        ) : (
          <span className={`http ${answer.status === 200 ? 'ok' : 'bad'}`} role="status">
            {answer.status}
          </span>
        )}
      </div>
      {answer === null ? null : <JsonBody text={answer.body} label="Body of the answer" />}
    </section>
  )
}

function AnswerForm({ payment, onClose }: { readonly payment: PaymentDetail; readonly onClose: () => void }) {
  const bench = useBench()
  const { busy, refusal, submit } = useSubmit()
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const [answer, setAnswer] = useState<Answer | null>(null)
  /** Fields that were changed since the last answer: what it says against them does not hold any more. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const fields = flattenFields(payment.clarification?.remaining ?? {})
  const refused = new Map(
    (payment.submission?.refused ?? []).map((value) => [
      value.path.replace(/^additional_data\./, ''),
      value.message,
    ]),
  )
  const form = useRef<HTMLDivElement>(null)
  const asked = fields.map((field) => field.path).join(' ')

  // A field that was accepted is gone, and the focus with it: the next one takes it.
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement || answer === null) return
    form.current?.querySelector('input')?.focus()
  }, [asked, answer])

  const waiting = payment.status === 'awaiting clarification'
  const given = fields.filter((field) => (values.get(field.path) ?? '') !== '').length
  const additionalData = additionalDataOf(
    fields.map((field) => ({
      key: field.key,
      name: field.name,
      value: values.get(field.path) ?? '',
      type: describeField(field).type,
    })),
  )

  const send = (): void => {
    if (!waiting) return
    submit(
      () => bench.call('payments.answerClarification', { key: payment.key, additionalData }),
      (said) => {
        setAnswer(said)
        setChanged(new Set())
      },
    )
  }
  const fill = (): void => {
    setValues((before) => {
      const next = new Map(before)
      for (const field of fields)
        if ((next.get(field.path) ?? '') === '') next.set(field.path, describeField(field).sample)
      return next
    })
  }

  const verb =
    given === 0
      ? 'Send an empty answer'
      : given < fields.length
        ? `Send ${given.toString()} of ${fields.length.toString()} fields`
        : `Send ${given.toString()} ${given === 1 ? 'field' : 'fields'}`
  return (
    <Dialog
      title={TITLE}
      subtitle={<PaymentLine payment={payment} />}
      onClose={onClose}
      onSubmit={send}
      does="payments.answerClarification"
      note={
        waiting
          ? 'Sent signed to the clarification endpoint, as the merchant would. Every request restarts the 30 minutes.'
          : 'Nothing is asked any more.'
      }
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {waiting ? 'Cancel' : 'Close'}
          </Button>
          {waiting ? (
            <Button size="large" look="primary" submit disabled={busy} keys="Ctrl Enter">
              {verb}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="dlg-cols">
        <div className="cat-pane">
          <div className="cat-tools row-flex">
            <span className="mid grow">
              {fields.length === 0
                ? 'No field is missing.'
                : `${fields.length.toString()} still missing. Empty fields are not sent.`}
            </span>
            <Button size="small" onClick={fill} disabled={fields.length === 0}>
              Fill in sample values
            </Button>
          </div>
          <div className="scroll answer-fields" ref={form} role="region" aria-label="Values" tabIndex={0}>
            <DialogFault refusal={refusal} />
            {fields.map((field, index) => {
              const described = describeField(field)
              return (
                <Field
                  key={field.path}
                  label={<code>{field.path}</code>}
                  help={described.rule}
                  fault={changed.has(field.path) ? null : (refused.get(field.path) ?? null)}
                >
                  {(control) => (
                    <input
                      {...control}
                      className="input mono"
                      autoComplete="off"
                      autoFocus={index === 0}
                      placeholder="leave empty to not send it"
                      value={values.get(field.path) ?? ''}
                      onChange={(event) => {
                        const { value } = event.target
                        setChanged((before) => new Set(before).add(field.path))
                        setValues((before) => new Map(before).set(field.path, value))
                      }}
                    />
                  )}
                </Field>
              )
            })}
          </div>
        </div>
        <div className="prev-pane">
          <section className="prev" aria-label="additional_data">
            <div className="section-head">
              <h3>additional_data</h3>
              <span className="note clip">what is sent</span>
            </div>
            <JsonBody text={JSON.stringify(additionalData)} label="additional_data that is sent" />
          </section>
          <PlatformAnswer answer={answer} />
        </div>
      </div>
    </Dialog>
  )
}

/** Plays the merchant: values for what is still missing go to the platform's own clarification endpoint. */
export function AnswerClarificationDialog({
  paymentKey,
  onClose,
}: {
  readonly paymentKey: string
  readonly onClose: () => void
}) {
  const bench = useBench()
  const { value, fault, reload } = useFetched(`payment:${paymentKey}`, () =>
    bench.call('payments.get', { key: paymentKey }),
  )
  useReloadOn((event) => event.type === 'payment.changed' && event.payment.key === paymentKey, reload)
  if (value === null) return <PendingDialog title={TITLE} fault={fault} onClose={onClose} />
  return <AnswerForm payment={value} onClose={onClose} />
}
