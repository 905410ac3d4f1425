import type { FormStock, FormVisit } from '#platform/form/visit/visit'
import { flattenFields } from '#domain/clarification/fields'
import type { IssuerPlace } from '#domain/form/view'
import { asCustomerKnows } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { utcDay } from '#lib/time/time'
import {
  asTyped,
  type BrowserRequest,
  checkCollected,
  misplacedCardNumbers,
} from '#platform/form/visit/collect'
import { collection } from '#platform/form/visit/present'
import { type ActionOutcome, confirm, type Confirmation, execute, saved } from './confirm'

/** The actions of a customer on the form. Call each within a transaction. */
export type FormActions = ReturnType<typeof createFormActions>

/** Creates what a customer can do on the form (contract 7.4 to 7.6). Each action returns the form visit as it is afterwards. */
export function createFormActions(form: FormStock) {
  const { paymentService, visits, savedCards, tokens, ids, clock } = form

  return {
    details(visit: FormVisit, project: Project, fields: Readonly<Record<string, string>>): ActionOutcome {
      const { onOwnPage } = collection(visit, project.switches)
      if (visit.paymentKey !== null || onOwnPage.length === 0) return saved(visits, visit)
      const checked = checkCollected(onOwnPage, fields, visit.settings.supplied, utcDay(clock.now()))
      return checked.ok
        ? saved(visits, { ...visit, details: checked.values })
        : { ok: false, problems: checked.problems, refusal: null }
    },
    confirm: (
      visit: FormVisit,
      project: Project,
      confirmation: Confirmation,
      browser: BrowserRequest,
    ): ActionOutcome => confirm(form, visit, project, confirmation, browser),
    clarify(
      visit: FormVisit,
      project: Project,
      fields: Readonly<Record<string, string>>,
      fingerprint: string,
    ): ActionOutcome {
      const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
      const open = payment === null ? null : asCustomerKnows(payment).clarification
      if (open === null) return saved(visits, visit)
      const misplaced = misplacedCardNumbers(fields)
      if (misplaced.length > 0) return { ok: false, problems: misplaced, refusal: null }
      return execute(form, visit, project, {
        type: 'submitClarification',
        via: 'form',
        requestId: ids.requestId(project.projectId),
        fingerprint,
        additionalData: nestedValues(flattenFields(open.requested), fields),
      })
    },
    /** @param code the code from the issuer's page; null: the customer cancelled there */
    challenge: (visit: FormVisit, project: Project, code: string | null, place: IssuerPlace): ActionOutcome =>
      execute(form, place === 'parent' ? withoutFrame(visit) : visit, project, {
        type: 'submitChallenge',
        requestId: ids.requestId(project.projectId),
        code,
      }),
    retry(visit: FormVisit): ActionOutcome {
      const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
      return saved(visits, { ...visit, tryingAgain: payment !== null && payment.attempts !== null })
    },
    giveUp: (visit: FormVisit, project: Project): ActionOutcome =>
      execute(form, { ...visit, tryingAgain: false }, project, { type: 'giveUp' }),
    removeCard(visit: FormVisit, project: Project, id: number): ActionOutcome {
      const removed = savedCards.remove(visit.settings, id)
      if (removed !== null) tokens.deleted(visit, project, removed)
      return saved(visits, visit)
    },
  }
}

/** Returns the visit for a form that is no longer framed, because the issuer's page replaced the merchant's page. */
function withoutFrame(visit: FormVisit): FormVisit {
  return { ...visit, settings: { ...visit.settings, frameMode: 'tab', olderEmbedded: false } }
}

/** Nests typed texts below `additional_data`, as a merchant would send them (contract 5.2). */
function nestedValues(
  asked: readonly { readonly path: string }[],
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const root = new Map<string, unknown>()
  for (const { path } of asked) {
    const text = fields[path]
    if (text === undefined) continue
    const names = path.split('.')
    const last = names.pop() ?? ''
    let parent = root
    for (const name of names) {
      const known = parent.get(name)
      const child = known instanceof Map ? (known as Map<string, unknown>) : new Map<string, unknown>()
      parent.set(name, child)
      parent = child
    }
    parent.set(last, asTyped(path, text))
  }
  return toPlainObject(root)
}

function toPlainObject(map: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...map].map(([name, value]) => [
      name,
      value instanceof Map ? toPlainObject(value as ReadonlyMap<string, unknown>) : value,
    ]),
  )
}
