import { type FieldError, fieldError } from '#domain/api/errors'
import { valueAt } from '#domain/api/rules'
import { CARD, formCodeOf } from '#domain/form/ways-to-pay'
import { methodRefusal } from '#domain/method/availability'
import { banksFor, operatorsFor } from '#domain/method/banks'
import { methodsWith, sentNameOf } from '#domain/method/method'
import type { Method } from '#domain/project/method-shape'
import { signedResponse } from '#platform/exchanges/recorder'
import {
  type Action,
  type Call,
  fieldViolations,
  offeredMethod,
  refusalError,
  refused,
  responded,
  sumIn,
} from './actions'
import type { Body } from './authenticate'

/** The banks of a method (contract 16.9). */
export const bankInfo: Action = {
  violations: fieldViolations,
  run(call, { crypto }) {
    const { endpoint, body, project } = call.request
    const { operation = 'sale' } = endpoint
    const offered = offeredMethod(call, operation)
    if (offered.refusal !== null) return refused(refusalError(offered.refusal, call.request))
    const banks = banksFor(offered.method, operation, body)
    return responded(signedResponse({ banks }, project, crypto), null)
  },
}

/** Codes with which methods refuse an amount, the last check first. */
const REFUSALS = ['2642', '3023', '2541']

/** Mobile operators (contract 16.9). They belong to no method: an amount is refused if every method refuses it. */
export const operatorInfo: Action = {
  violations: fieldViolations,
  run(call, { crypto }) {
    const { request, now } = call
    const { body, project } = request
    const sum = sumIn(valueAt(body, ['payment']))
    const refusals = methodsOf(call).map((method) => methodRefusal(method, sum, project.switches, now))
    const byCheck = REFUSALS.flatMap((code) => refusals.filter((each) => each?.code === code))
    const refusal = refusals.includes(null) ? null : (byCheck[0] ?? null)
    return refusal === null
      ? responded(signedResponse({ operators: operatorsFor(body) }, project, crypto), null)
      : refused(refusalError(refusal, request))
  },
}

/** Which methods are available now: those that the request names, or else all (contract 16.9). */
export const methodInfo: Action = {
  violations: (call) => [...fieldViolations(call), ...namelessMethods(call.request.body)],
  run(call, { crypto }) {
    const { project, body } = call.request
    const named = methodList(body).map((item) => String(valueAt(item, ['payment_method'])))
    const { methodWays } = project.switches
    const all = new Set([CARD, ...methodsOf(call).map((method) => sentNameOf(method, methodWays))])
    const available = availableNames(call)
    const rows = [...(named.length === 0 ? all : named)].map((name) => ({
      payment_method: name,
      is_available: available.has(name),
    }))
    const content = { project_id: project.projectId, available_methods: rows }
    return responded(signedResponse(content, project, crypto), null)
  },
}

function methodsOf({ request }: Call): readonly Method[] {
  const { operation = 'sale' } = request.endpoint
  return methodsWith(request.project.switches.ownMethods).filter(
    ({ operations }) => operations[operation] !== undefined,
  )
}

/** Every name of the available methods: that in callbacks, the path and the code on the form. Cards always are. */
function availableNames(call: Call): ReadonlySet<string> {
  const { body, project } = call.request
  const { switches } = project
  const names = methodsOf(call)
    .filter((method) => methodRefusal(method, sumIn(body), switches, call.now) === null)
    .flatMap((method) => [sentNameOf(method, switches.methodWays), method.path, formCodeOf(method)])
  return new Set([CARD, ...names])
}

function methodList(body: Body): readonly unknown[] {
  const list = valueAt(body, ['payment_method_list'])
  return Array.isArray(list) ? list : []
}

function namelessMethods(body: Body): readonly FieldError[] {
  return methodList(body).flatMap((item, index) => {
    if (typeof valueAt(item, ['payment_method']) === 'string') return []
    const field = `payment_method_list.${String(index)}.payment_method`
    return [fieldError('2004', field, 'required', 'Add the name of the method, as a string.')]
  })
}
