import type { z } from 'zod'
import type { FormStock, FormVisit } from '#platform/form/visit/visit'
import { additionalDataOf, flattenFields } from '#domain/clarification/fields'
import { asCustomerKnows } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import type { IntakeRequest } from '#lib/http-message/message'
import { parseJsonBytes } from '#lib/json/parse'
import { LIMITS } from '#lib/limits/limit-table'
import { utcDay } from '#lib/time/time'
import {
  asTyped,
  type BrowserRequest,
  checkCollected,
  misplacedCardNumbers,
} from '#platform/form/visit/collect'
import { collection, wayName, waysOf, wayToPay } from '#platform/form/visit/present'
import { readShape, shapeIssues } from '#domain/read-shape'
import { type ActionOutcome, confirm, execute, saved } from './confirm'
import {
  confirmBody,
  emptyBody,
  fieldsBody,
  providerBody,
  removeCardBody,
  wayBody,
} from '#domain/form/request-bodies'

interface ActionCall {
  readonly form: FormStock
  readonly visit: FormVisit
  readonly project: Project
  readonly request: IntakeRequest
  readonly browser: BrowserRequest
}

/** Runs within a transaction. A returned string says why the request body cannot be read. */
type FormAction = (call: ActionCall) => ActionOutcome | string

function action<Body>(
  schema: z.ZodType<Body>,
  run: (call: ActionCall, body: Body) => ActionOutcome,
): FormAction {
  return (call) => {
    const json = parseJsonBytes(call.request.body, LIMITS.requestValues)
    if (!json.ok) return json.message
    const body = readShape(schema, json.plain)
    return body.success
      ? run(call, body.data)
      : shapeIssues(body.error)
          .map(({ field, message }) => `${field}: ${message}`)
          .join('; ')
  }
}

/** What a customer can do on the form (contract 7.4 to 7.6), keyed by the path below that of the visit. */
export const FORM_ACTIONS: Readonly<Record<string, FormAction>> = {
  '/way': action(wayBody, ({ form: { visits, clock }, visit, project }, { way }) => {
    if (visit.paymentKey !== null) return saved(visits, visit)
    const ways = waysOf(visit, null, { switches: project.switches, now: clock.now() })
    const offered = wayToPay({ ...visit, way }, ways)
    return saved(visits, { ...visit, way: offered === null ? '' : wayName(offered) })
  }),
  '/provider': action(providerBody, ({ form, visit, project }, { outcome }) =>
    execute(form, visit, project, {
      type: 'decideAtProvider',
      by: 'customer',
      outcome,
      amount: null,
      later: null,
    }),
  ),
  '/details': action(fieldsBody, ({ form: { visits, clock }, visit, project }, { fields }) => {
    const { onOwnPage } = collection(visit, project.switches)
    if (visit.paymentKey !== null || onOwnPage.length === 0) return saved(visits, visit)
    const checked = checkCollected(onOwnPage, fields, visit.settings.supplied, utcDay(clock.now()))
    return checked.ok
      ? saved(visits, { ...visit, details: checked.values })
      : { ok: false, problems: checked.problems, refusal: null }
  }),
  '/confirm': action(confirmBody, ({ form, visit, project, browser }, confirmation) =>
    confirm(form, visit, project, confirmation, browser),
  ),
  '/clarification': action(fieldsBody, ({ form, visit, project, request }, { fields }) => {
    const { paymentService, visits, ids } = form
    const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
    const open = payment === null ? null : asCustomerKnows(payment).clarification
    if (open === null) return saved(visits, visit)
    const misplaced = misplacedCardNumbers(fields)
    if (misplaced.length > 0) return { ok: false, problems: misplaced, refusal: null }
    return execute(form, visit, project, {
      type: 'submitClarification',
      via: 'form',
      requestId: ids.requestId(project.projectId),
      fingerprint: form.sha256Hex(request.body),
      additionalData: additionalDataOf(
        flattenFields(open.requested).flatMap(({ path }) => {
          const text = fields[path]
          return text === undefined ? [] : [[path, asTyped(path, text)] as const]
        }),
      ),
    })
  }),
  '/resend': action(emptyBody, ({ form, visit, project }) =>
    execute(form, visit, project, {
      type: 'resendCode',
      by: 'customer',
      requestId: form.ids.requestId(project.projectId),
    }),
  ),
  '/retry': action(emptyBody, ({ form: { paymentService, visits }, visit }) => {
    const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
    return saved(visits, { ...visit, tryingAgain: payment !== null && payment.attempts !== null })
  }),
  '/give-up': action(emptyBody, ({ form, visit, project }) =>
    execute(form, { ...visit, tryingAgain: false }, project, { type: 'giveUp' }),
  ),
  '/cards/remove': action(removeCardBody, ({ form, visit, project }, { id }) => {
    const removed = form.savedCards.remove(visit.settings, id)
    if (removed !== null) form.tokens.deleted(visit, project, removed)
    return saved(form.visits, visit)
  }),
}
