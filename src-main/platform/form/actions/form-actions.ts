import { flattenFields } from '#domain/clarification/fields'
import type { IssuerPlace } from '#domain/form/view'
import { asCustomerKnows } from '#domain/payment/payment'
import type { Project } from '#domain/project/project'
import { utcDay } from '#lib/time/days'
import type { BrowserRequest } from '#platform/form/opening/browser-facts'
import { asTyped, checkCollected, misplacedCardNumbers } from '#platform/form/session/collect'
import { collection } from '#platform/form/session/present'
import type { FormSession } from '#platform/form/session/session'
import { type ActionOutcome, execute, saved } from './action-outcome'
import { confirm, type ConfirmDependencies } from './confirm'
import type { Confirmation } from './request-bodies'

/** The actions of a customer on the form. Call each within a transaction. */
export interface FormActions {
  details(session: FormSession, project: Project, fields: Readonly<Record<string, string>>): ActionOutcome
  confirm(
    session: FormSession,
    project: Project,
    confirmation: Confirmation,
    browser: BrowserRequest,
  ): ActionOutcome
  clarify(
    session: FormSession,
    project: Project,
    fields: Readonly<Record<string, string>>,
    fingerprint: string,
  ): ActionOutcome
  /** @param code the code from the issuer's page; null: the customer cancelled there */
  challenge(session: FormSession, project: Project, code: string | null, place: IssuerPlace): ActionOutcome
  retry(session: FormSession): ActionOutcome
  giveUp(session: FormSession, project: Project): ActionOutcome
  removeCard(session: FormSession, project: Project, id: number): ActionOutcome
}

/** Creates what a customer can do on the form (contract 7.4 to 7.6). Each action returns the form session as it is afterwards. */
export function createFormActions(dependencies: ConfirmDependencies): FormActions {
  const { paymentService, sessions, savedCards, tokens, ids, now } = dependencies

  return {
    details(session, project, fields) {
      const { onOwnPage } = collection(session, project.switches)
      if (session.paymentKey !== null || onOwnPage.length === 0) return saved(sessions, session)
      const checked = checkCollected(onOwnPage, fields, session.settings.supplied, utcDay(now()))
      return checked.ok
        ? saved(sessions, { ...session, details: checked.values })
        : { ok: false, problems: checked.problems, refusal: null }
    },
    confirm: (session, project, confirmation, browser) =>
      confirm(dependencies, session, project, confirmation, browser),
    clarify(session, project, fields, fingerprint) {
      const payment = session.paymentKey === null ? null : paymentService.upToDate(session.paymentKey)
      const open = payment === null ? null : asCustomerKnows(payment).clarification
      if (open === null) return saved(sessions, session)
      const misplaced = misplacedCardNumbers(fields)
      if (misplaced.length > 0) return { ok: false, problems: misplaced, refusal: null }
      return execute(dependencies, session, project, {
        type: 'submitClarification',
        via: 'form',
        requestId: ids.requestId(project.projectId),
        fingerprint,
        additionalData: nestedValues(flattenFields(open.requested), fields),
      })
    },
    challenge: (session, project, code, place) =>
      execute(dependencies, place === 'parent' ? withoutFrame(session) : session, project, {
        type: 'submitChallenge',
        requestId: ids.requestId(project.projectId),
        code,
      }),
    retry(session) {
      const payment = session.paymentKey === null ? null : paymentService.upToDate(session.paymentKey)
      return saved(sessions, { ...session, tryingAgain: payment !== null && payment.attempts !== null })
    },
    giveUp: (session, project) =>
      execute(dependencies, { ...session, tryingAgain: false }, project, { type: 'giveUp' }),
    removeCard(session, project, id) {
      const removed = savedCards.remove(session.settings, id)
      if (removed !== null) tokens.deleted(session, project, removed)
      return saved(sessions, session)
    },
  }
}

/** Returns the session for a form that is no longer framed, because the issuer's page replaced the merchant's page. */
function withoutFrame(session: FormSession): FormSession {
  return { ...session, settings: { ...session.settings, frameMode: 'tab', olderEmbedded: false } }
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
