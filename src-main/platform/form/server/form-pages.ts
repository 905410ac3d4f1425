import { type FormStock, type FormVisit, tokenMessage, visitPath } from '#platform/form/visit/visit'
import type { HttpResponse, ReceivedRequest } from '#lib/http-message/message'
import type { FormFrame, FormPage, FormView } from '#domain/form/view'
import type { WaysToPay } from '#domain/form/ways-to-pay'
import type { FormUpdate, FrameMessage } from '#domain/form/wire'
import type { Project } from '#domain/project/project'
import { redirectMode } from '#platform/form/opening/settings-of'
import { renderPage, renderView } from '#platform/form/pages/render'
import { paymentMessages, reopeningMessages, sentMessages } from '#platform/form/visit/payment-messages'
import { fromEvent } from '#platform/payments/payment-writer'
import { presentView, waysOf } from '#platform/form/visit/present'
import { shopNameOf } from '#platform/form/strings/index'
import { isRecord } from '#lib/json/node'
import { signPlain } from '#domain/signature/sign'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { headerOf, htmlResponse } from './responses'

export type FormPages = ReturnType<typeof createFormPages>

/** Milliseconds between two polls of a page; other pages do not poll. */
const POLL_MS: Readonly<Partial<Record<FormView['kind'], number>>> = {
  waiting: 400,
  challenge: 1000,
  clarification: 1000,
  provider: 1000,
}
const POLL_UNDER_LIMIT_MS = 2000

/** Contract 7.4 to 7.6. */
export function createFormPages(form: FormStock) {
  const { visits, crypto, styles, randomHex } = form

  /** `announced`: number of events sent to the embedding page; null if the payment existed before the visit. */
  const messagesOf = (
    visit: FormVisit,
    project: Project,
    view: VisitView,
    announced: number | null,
  ): readonly FrameMessage[] =>
    unsignedMessagesOf(visit, project, view, announced).map((message) =>
      signedMessage(message, project.secret, crypto),
    )

  const remember = (visit: FormVisit, view: VisitView): void => {
    const announcedEvents = messageCount(visit, view)
    if (announcedEvents !== visit.announcedEvents) visits.save({ ...visit, announcedEvents })
  }

  return {
    /** The complete page, with the messages that the embedding page has not received yet. */
    whole(visit: FormVisit, project: Project, request: ReceivedRequest): HttpResponse {
      const shown = viewOfVisit(form, visit, project)
      const { page } = shown
      const rev = revOf(visit, shown)
      const messages = messagesOf(visit, project, shown, visit.announcedEvents)
      const update = { messages, pollAfterMs: pollAfter(page.view), leave: leaveOf(visit, page.view) }
      remember(visit, shown)
      const nonce = randomHex(32)
      const workbench = form.workbenchOrigins(headerOf(request, 'host') ?? '')
      return htmlResponse(200, renderPage({ page, rev, update, styles, nonce, workbench }), nonce)
    },
    /** The update for a page that shows `rev` (null if unknown); null if the page is up to date. */
    update(visit: FormVisit, project: Project, rev: string | null): FormUpdate | null {
      const shown = viewOfVisit(form, visit, project)
      const { page } = shown
      const current = revOf(visit, shown)
      if (rev === current) return null
      const messages = messagesOf(visit, project, shown, announcedIn(rev) ?? visit.announcedEvents)
      remember(visit, shown)
      return {
        view: page.view.kind,
        rev: current,
        html: renderView(page),
        messages,
        pollAfterMs: pollAfter(page.view),
        clock: { now: page.frame.now, rate: page.frame.rate },
        leave: leaveOf(visit, page.view),
      }
    },
  }
}

/** The value of `announcedEvents` after this view: the number of the payment's events, or 1 for a token. */
function messageCount({ token }: FormVisit, { events }: VisitView): number {
  return token === null ? events.length : 1
}

function revOf(visit: FormVisit, view: VisitView): string {
  const { view: shown } = view.page
  const isCodeDue = shown.kind === 'clarification' && shown.code?.isDue === true
  return `${shown.kind}.${String(messageCount(visit, view))}.${String(visit.version)}${isCodeDue ? '.due' : ''}`
}

/** How many events a page at this revision has passed on. Later ones are sent again: a response may have been lost. */
function announcedIn(rev: string | null): number | null {
  const count = rev?.split('.')[1]
  return count !== undefined && /^\d{1,9}$/.test(count) ? Number(count) : null
}

function unsignedMessagesOf(
  visit: FormVisit,
  { switches }: Project,
  { payment, events }: VisitView,
  announced: number | null,
): readonly FrameMessage[] {
  const { settings, token } = visit
  if (token !== null)
    return announced === 0 ? [...sentMessages(token.requestId), tokenMessage(visit, token)] : []
  const sender = { settings, switches }
  if (announced !== null) return paymentMessages(events, announced, sender)
  return payment === null ? [] : reopeningMessages(payment, sender)
}

function pollAfter(view: FormView): number | null {
  const limited =
    ('confirmBefore' in view && view.confirmBefore !== null) ||
    (view.kind === 'result' && (view.attempts !== null || view.outcome === 'pending'))
  return limited ? POLL_UNDER_LIMIT_MS : (POLL_MS[view.kind] ?? null)
}

function leaveOf({ settings, token }: FormVisit, view: FormView): FormUpdate['leave'] {
  if (view.kind !== 'result' || view.outcome === 'pending' || view.attempts !== null) return null
  const { success, fail, tokenize } = settings.redirects
  const redirect = token !== null ? tokenize : view.outcome === 'success' ? success : fail
  return redirect === null ? null : { url: redirect.url, mode: redirectMode(redirect, settings.frameMode) }
}

type VisitView = ReturnType<typeof viewOfVisit>

function viewOfVisit(
  { store, paymentService, savedCards, clock, addresses }: FormStock,
  visit: FormVisit,
  project: Project,
) {
  const { settings } = visit
  const payment = visit.paymentKey === null ? null : paymentService.upToDate(visit.paymentKey)
  const time = { now: clock.now(), rate: clock.rate }
  const { switches } = project
  const ways = waysOf(visit, payment, { switches, now: time.now })
  const view = presentView({
    visit,
    payment,
    ways,
    savedCards: savedCards.of(settings, project),
    switches,
    now: time.now,
    platformUrl: addresses()?.platform ?? '',
  })
  const { amount, currency } = settings
  const sum = payment?.requested ?? (currency === null ? null : { amount, currency })
  const page: FormPage = {
    frame: {
      base: visitPath(visit),
      language: settings.language,
      mode: settings.mode,
      frameMode: settings.frameMode,
      theme: settings.theme ?? 'light',
      olderEmbedded: settings.olderEmbedded,
      shopName: shopNameOf(project, settings.language),
      sum: sum === null || sum.amount === 0 ? null : sum,
      description: settings.description,
      accent: switches.accent,
      lines: settings.lines ?? [],
      back: settings.returns.back,
      ways: kindOf(ways),
      ...time,
    },
    view,
    problems: [],
  }
  const events =
    payment === null ? [] : store.events.byPayment(payment.key).map(({ data }) => fromEvent(data))
  return { page, payment, events }
}

function kindOf({ card, methods }: WaysToPay): FormFrame['ways'] {
  if (card && methods.length === 0) return 'card'
  return card || methods.length > 1 ? 'choice' : 'other'
}

/** A result or a token is signed in `general`, like a callback (contract 12.28). */
function signedMessage(message: FrameMessage, secret: string, crypto: SignatureCrypto): FrameMessage {
  const { data } = message
  if (!isRecord(data) || !isRecord(data['general'])) return message
  const signature = signPlain(data, secret, crypto, 'callback')
  return { message: message.message, data: { ...data, general: { ...data['general'], signature } } }
}
