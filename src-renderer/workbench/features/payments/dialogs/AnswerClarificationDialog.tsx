import { useEffect, useRef, useState } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import type { Result } from '#protocol/methods'
import { additionalDataOf, flattenFields } from '#domain/clarification/fields'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, DialogError, useSubmit } from '#window/ui/Dialog.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { describeField, fieldHelp, jsonValueOf } from './clarification-fields'
import { AboutPayment, PaymentLine, PreviewPart, usePaymentFacts } from './dialog-parts'
import './dialogs.css'
import type { PaymentKey } from '#domain/ids'

const TITLE = 'Answer as the merchant'

type Answer = Result<'payments.answerClarification'>

interface AnswerFormProps {
  readonly payment: PaymentDetail
  readonly onClose: () => void
}

/** What is typed for the requested fields, and the platform's answer to it. */
function useMerchantAnswer(payment: PaymentDetail) {
  const bench = useBench()
  const { busy, refusal, submit } = useSubmit()
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map())
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [sent, setSent] = useState<Record<string, unknown> | null>(null)
  /** Fields that were changed since the last answer: its errors for them are outdated. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const fields = flattenFields(payment.clarification?.remaining ?? {})
  const isWaiting = payment.status === 'awaiting clarification'
  const valueOf = (path: string): string => values.get(path) ?? ''
  const refused = new Map(
    (payment.submission?.refused ?? []).map((value) => [
      value.path.replace(/^additional_data\./, ''),
      value.message,
    ]),
  )
  const given = fields.filter(({ path }) => valueOf(path) !== '')
  const additionalData = additionalDataOf(
    given.map((field) => [field.path, jsonValueOf(field, valueOf(field.path))]),
  )
  // What was sent stays beside its response until something is typed for the next request.
  const isSent = sent !== null && changed.size === 0
  return {
    busy,
    refusal,
    fields,
    answer,
    isWaiting,
    shown: isSent ? { data: sent, note: 'what was sent' } : { data: additionalData, note: 'what is sent' },
    given: given.length,
    valueOf,
    errorOf: (path: string): string | null => (changed.has(path) ? null : (refused.get(path) ?? null)),
    set(path: string, value: string): void {
      setChanged((before) => new Set(before).add(path))
      setValues((before) => new Map(before).set(path, value))
    },
    fill(): void {
      const empty = fields.filter(({ path }) => valueOf(path) === '')
      setChanged((before) => new Set([...before, ...empty.map(({ path }) => path)]))
      setValues((before) => {
        const next = new Map(before)
        for (const field of empty) next.set(field.path, String(describeField(field).sample))
        return next
      })
    },
    send(): void {
      if (!isWaiting) return
      submit(
        () => bench.call('payments.answerClarification', { key: payment.key, additionalData }),
        (said) => {
          setAnswer(said)
          setSent(additionalData)
          setChanged(new Set())
        },
      )
    },
  }
}

type MerchantAnswer = ReturnType<typeof useMerchantAnswer>

function sendWords(given: number, asked: number): string {
  if (given === 0) return 'Send an empty answer'
  if (given < asked) return `Send ${given.toString()} of ${asked.toString()} fields`
  return `Send ${given.toString()} ${given === 1 ? 'field' : 'fields'}`
}

function AnswerForm({ payment, onClose }: AnswerFormProps) {
  const typing = useMerchantAnswer(payment)
  const { isWaiting, shown, answer } = typing
  return (
    <Dialog
      title={TITLE}
      subtitle={<PaymentLine payment={payment} />}
      onClose={onClose}
      onSubmit={typing.send}
      does="payments.answerClarification"
      note={
        isWaiting
          ? 'Signed and sent to the clarification endpoint, as the merchant would do it. Every request restarts the 30 minutes.'
          : 'No more data is required.'
      }
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {isWaiting ? 'Cancel' : 'Close'}
          </Button>
          {isWaiting ? (
            <Button size="large" look="primary" submit disabled={typing.busy} keys="Ctrl Enter">
              {sendWords(typing.given, typing.fields.length)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="dlg-cols">
        <AnswerFields typing={typing} />
        <div className="prev-pane">
          <PreviewPart title="additional_data" note={shown.note}>
            <JsonBody text={JSON.stringify(shown.data)} label="additional_data that is sent" />
          </PreviewPart>
          <PreviewPart
            title="The platform's response"
            note={
              answer === null ? (
                'appears here'
              ) : (
                <span className={`http ${answer.status === 200 ? 'ok' : 'bad'}`} role="status">
                  {answer.status}
                </span>
              )
            }
          >
            {answer === null ? null : <JsonBody text={answer.body} label="Body of the response" />}
          </PreviewPart>
        </div>
      </div>
    </Dialog>
  )
}

/** A field for every value that is still missing. */
function AnswerFields({ typing }: { readonly typing: MerchantAnswer }) {
  const { fields, answer, refusal, valueOf, errorOf, set, fill } = typing
  const form = useRef<HTMLDivElement>(null)
  const asked = fields.map((field) => field.path).join(' ')

  // An accepted field is removed with its focus: the next field takes it.
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement || answer === null) return
    form.current?.querySelector('input')?.focus()
  }, [asked, answer])

  return (
    <div className="cat-pane">
      <div className="cat-tools row">
        <span className="mid grow">
          {fields.length === 0
            ? 'No field is missing.'
            : `${fields.length.toString()} still missing. Empty fields are not sent.`}
        </span>
        <Button size="small" onClick={fill} disabled={fields.length === 0}>
          Fill in sample values
        </Button>
      </div>
      <div className="scroll stack answer-fields" ref={form} role="region" aria-label="Values" tabIndex={0}>
        <DialogError refusal={refusal} />
        {fields.map((field, index) => (
          <TextField
            key={field.path}
            label={<code>{field.path}</code>}
            help={fieldHelp(field)}
            error={errorOf(field.path)}
            className="input mono"
            autoFocus={index === 0}
            placeholder="leave empty to omit it"
            value={valueOf(field.path)}
            onText={(text) => set(field.path, text)}
          />
        ))}
      </div>
    </div>
  )
}

/** Plays the merchant: values for what is still missing go to the platform's own clarification endpoint. */
export function AnswerClarificationDialog({
  paymentKey,
  onClose,
}: {
  readonly paymentKey: PaymentKey
  readonly onClose: () => void
}) {
  const payment = usePaymentFacts(paymentKey)
  useReloadOn((event) => event.type === 'payment.changed' && event.payment.key === paymentKey, payment.reload)
  return (
    <AboutPayment title={TITLE} payment={payment} onClose={onClose}>
      {(found) => <AnswerForm payment={found} onClose={onClose} />}
    </AboutPayment>
  )
}
