import type { ExchangeDetail } from '../../../src-main/contract/messages'
import { explainRefusal } from '../../../src-main/core/refusal/explain-refusal'
import { stepsThere } from '../message-view/json-lines'
import { Notice } from '../ui/Notice'
import type { Parameter } from './parameters'
import { refusedParameter } from './parameters'

interface RefusalNoticeProps {
  readonly exchange: ExchangeDetail
  readonly refusal: NonNullable<ExchangeDetail['refusal']>
  readonly parameters: readonly Parameter[]
}

/** Where the field of a refusal is, in words. */
function placeOf({ body }: ExchangeDetail, field: string, parameters: readonly Parameter[]): string {
  if (parameters.length > 0) {
    return refusedParameter(parameters, field) < 0 ? 'is not among the parameters' : 'is marked in Parameters'
  }
  const steps = field.split('.')
  const there = body === null ? null : stepsThere(body, steps)
  if (there === null) return 'belongs into the body'
  if (there === steps.length) return 'is marked in the body'
  return there === 0
    ? 'is not in the body'
    : `is not there; ${steps.slice(0, there).join('.')}, where it belongs, is marked in the body`
}

/** Which rule of the contract refused a request, what it is about, and what to do. */
export function RefusalNotice({ exchange, refusal, parameters }: RefusalNoticeProps) {
  const { rule, remedy } = explainRefusal(refusal)
  const { field } = refusal
  return (
    <div className="msg-refusal">
      <Notice tone="red" title={refusal.message}>
        Refused with <code>{refusal.code}</code> by contract {refusal.contract}, {rule}.{' '}
        {field === undefined ? null : (
          <>
            The field <code>{field}</code> {placeOf(exchange, field, parameters)}.{' '}
          </>
        )}
        {remedy}
      </Notice>
    </div>
  )
}
