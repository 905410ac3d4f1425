import type { ExchangeDetail } from '#protocol/messages'
import { explainRefusal } from '#domain/refusal/explain-refusal'
import { stepsThere } from '#window/message-view/json-lines'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { Notice } from '#window/ui/Notice.tsx'
import { ContractLink } from '#window/features/contract/ContractLink.tsx'
import { type Parameter, refusedParameter } from './parameters'
import { withoutRepeated } from './without-repeated'

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
  if (there === null) return 'belongs in the body'
  if (there === steps.length) return 'is marked in the body'
  return there === 0
    ? 'is not in the body'
    : `is missing; ${steps.slice(0, there).join('.')}, where it belongs, is marked in the body`
}

/**
 * The mistake behind a wrong signature, as the Signature tab names it; null while no more is known than the
 * verdict. Masked card data can no longer be searched; the verdict then has the earlier result.
 */
function useMistake({ id, projectId, signature, masked }: ExchangeDetail) {
  const bench = useBench()
  const isWrong = signature.state === 'invalid'
  const { value } = useFetched(`mistake:${id}:${isWrong ? signature.explanation : ''}`, async () => {
    if (!isWrong || masked.length > 0) return null
    const { diagnosis } = await bench.call('signature.explain', {
      exchangeId: id,
      ...(projectId === undefined ? {} : { projectId }),
    })
    return diagnosis.state === 'explained' ? diagnosis : null
  })
  return value
}

/** Which rule of the contract refused a request, what it is about, and what to do. */
export function RefusalNotice({ exchange, refusal, parameters }: RefusalNoticeProps) {
  const { rule, remedy } = explainRefusal(refusal)
  const mistake = useMistake(exchange)
  const isSignature = exchange.signature.state === 'invalid'
  const { field } = refusal
  return (
    <div className="msg-refusal">
      <Notice tone="red" title={mistake?.message ?? refusal.message}>
        Refused with <code>{refusal.code}</code> by <ContractLink place={refusal.contract} />, {rule}.{' '}
        {field === undefined ? null : (
          <>
            The field <code>{field}</code> {placeOf(exchange, field, parameters)}.{' '}
          </>
        )}
        {mistake?.fix ??
          (isSignature ? withoutRepeated(exchange.signature.explanation, refusal.message) : remedy)}
      </Notice>
    </div>
  )
}
