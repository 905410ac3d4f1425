import type { FieldError } from '#domain/api/errors'
import { valueAt } from '#domain/api/rules'
import { readPaRes } from '#domain/payment/pa-res'
import type { Payment } from '#domain/payment/payment'
import type { Body } from './authenticate'

const given = (body: Body): unknown => valueAt(body, ['pares']) ?? valueAt(body, ['cres'])

/**
 * Checks the conditions between fields of a 3-D Secure result: `pares` or `cres` is required, and `md` must belong to
 * the payment.
 */
export function challengeResultViolations(body: Body, payment: Payment | null): readonly FieldError[] {
  const md = valueAt(body, ['md'])
  const isAbsent = given(body) === undefined || given(body) === null
  return [
    ...(isAbsent
      ? [
          {
            code: '2004',
            field: 'pares',
            constraint: 'required' as const,
            message: 'Add pares, or cres: what the issuer\u2019s page posted to your acs_return_url.',
          },
        ]
      : []),
    ...(typeof md === 'string' && payment !== null && md !== payment.key
      ? [
          {
            code: '502',
            field: 'md',
            constraint: 'enum' as const,
            message:
              'Send md unchanged, as acs of the callback has it and the issuer returns it in MD, or leave it out.',
          },
        ]
      : []),
  ]
}

/**
 * Returns the code that the customer entered; null: the customer cancelled. A text that does not come from the
 * simulated issuer counts as a wrong code, and so does a result for another payment.
 */
export function challengeCode(body: Body, payment: Payment): string | null {
  const text = given(body)
  const answer = typeof text === 'string' ? readPaRes(text) : null
  return answer?.md === payment.key ? answer.code : ''
}
