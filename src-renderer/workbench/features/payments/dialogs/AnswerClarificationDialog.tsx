import { useEffect, useRef, useState } from 'react'
import type { Result } from '#protocol/methods'
import type { PaymentDetail } from '#protocol/payments'
import { additionalDataOf, flattenFields } from '#domain/clarification/fields'
import { JsonBody } from '#window/message-view/JsonBody.tsx'
import { useReloadOn } from '#window/message-view/use-message'
import { useFetched } from '#window/message-view/use-fetched'
import { readPayment } from '#window/features/payments/payment-commands'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, DialogError, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { describeField, fieldHelp, jsonValueOf } from './clarification-fields'
import { PaymentLine, PreviewPart } from './dialog-parts'
import './dialogs.css'

type Values = Readonly<Record<string, string>>

function sendWords(given: number, asked: number): string {
  if (given === 0) return 'Send'
  const of = given < asked ? ` of ${asked.toString()}` : ''
  return `Send ${given.toString()}${of} ${asked === 1 ? 'field' : 'fields'}`
}

function nextWords({ atProvider, actions }: PaymentDetail): string {
  if (atProvider !== undefined) return 'the customer pays at the provider next.'
  return actions.includes('approve')
    ? 'approve or decline the payment next.'
    : 'the result follows by callback.'
}

export function AnswerClarificationDialog({ payment: first, onClose }: DialogProps<'answerClarification'>) {
  const bench = useBench()
  const { key } = first
  const { value, reload } = useFetched(`payment:${key}`, () => readPayment(bench, key))
  useReloadOn((event) => event.type === 'payment.changed' && event.payment.key === key, reload)
  const payment = value ?? first
  const { busy, refusal, submit } = useSubmit()
  const [values, setValues] = useState<Values>({})
  /** The last request: shown until a value changes. The error of a field is shown until that field changes. */
  const [sent, setSent] = useState<{ readonly values: Values; readonly data: unknown } | null>(null)
  const [response, setResponse] = useState<Result<'payments.answerClarification'> | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const fields = flattenFields(payment.clarification?.remaining ?? {})
  const isWaiting = payment.status === 'awaiting clarification'
  const valueOf = (path: string): string => values[path] ?? ''
  const errorOf = (path: string): string | undefined =>
    valueOf(path) === (sent?.values[path] ?? '')
      ? payment.submission?.refused.find((value) => value.path.replace(/^additional_data\./, '') === path)
          ?.message
      : undefined
  const given = fields.filter(({ path }) => valueOf(path) !== '')
  const additionalData = additionalDataOf(
    given.map((field) => [field.path, jsonValueOf(field, valueOf(field.path))]),
  )
  const asked = fields.map(({ path }) => path).join(' ')
  const isSent = response !== null && sent?.values === values

  // An accepted field is removed; if it was focused, the first remaining field gets the focus.
  useEffect(() => {
    if (document.activeElement instanceof HTMLInputElement || response === null) return
    form.current?.querySelector('input')?.focus()
  }, [asked, response])

  const fill = (): void => {
    const samples = fields.map((field) => [field.path, String(describeField(field).sample)] as const)
    setValues({
      ...values,
      ...Object.fromEntries(samples.filter(([path]) => valueOf(path) === '')),
    })
  }
  const send = (): void => {
    setSent({ values, data: additionalData })
    submit(() => bench.call('payments.answerClarification', { key, additionalData }), setResponse)
  }
  return (
    <Dialog
      title="Answer as the merchant"
      subtitle={<PaymentLine payment={payment} />}
      onClose={onClose}
      onSubmit={() => {
        if (isWaiting && given.length > 0) send()
      }}
      does="payments.answerClarification"
      note={
        isWaiting
          ? 'The answer is signed and sent to the clarification endpoint, as the merchant would send it. Every accepted request restarts the 30 minutes.'
          : `No more data is required. “success” in the response means that the answer was accepted; ${nextWords(payment)}`
      }
      actions={
        isWaiting ? (
          <>
            <Button
              size="large"
              look="quiet"
              does="payments.answerClarification"
              onClick={send}
              disabled={busy || given.length > 0}
            >
              Extend the wait
            </Button>
            <SubmitActions
              cancel={response === null ? 'Cancel' : 'Close'}
              onCancel={onClose}
              disabled={busy || given.length === 0}
              keys="Ctrl Enter"
            >
              {sendWords(given.length, fields.length)}
            </SubmitActions>
          </>
        ) : null
      }
    >
      <div className="dlg-cols by-content">
        <div className="cat-pane">
          <div className="row lined cat-tools">
            <span className="mid grow">
              {fields.length === 0
                ? 'No field is missing.'
                : `${fields.length.toString()} still missing. Empty fields are not sent.`}
            </span>
            <Button size="small" onClick={fill} disabled={fields.length === 0}>
              Fill in sample values
            </Button>
          </div>
          <div
            className="scroll stack answer-fields"
            ref={form}
            role="region"
            aria-label="Values"
            tabIndex={0}
          >
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
                onText={(text) => setValues({ ...values, [field.path]: text })}
              />
            ))}
          </div>
        </div>
        <div className="prev-pane">
          <PreviewPart title="additional_data" note={isSent ? 'what was sent' : 'what is sent'}>
            <JsonBody
              text={JSON.stringify(isSent ? sent.data : additionalData)}
              label="additional_data that is sent"
            />
          </PreviewPart>
          <PreviewPart
            title="The platform’s response"
            note={
              response === null ? (
                'appears here'
              ) : (
                <span className={`http ${response.status === 200 ? 'ok' : 'bad'}`} role="status">
                  {response.status}
                </span>
              )
            }
          >
            {response === null ? null : (
              <JsonBody
                text={response.body}
                label="Body of the response"
                {...(isWaiting ? { markedMember: 'clarification_fields' } : {})}
              />
            )}
          </PreviewPart>
        </div>
      </div>
    </Dialog>
  )
}
