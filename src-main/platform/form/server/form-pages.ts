import type { HttpResponse } from '#lib/http-message/message'
import type { FormView } from '#domain/form/view'
import type { FormUpdate, FrameMessage } from '#domain/form/wire'
import type { Project } from '#domain/project/project'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { redirectEffect } from '#platform/form/opening/return-effect'
import { renderPage, renderView } from '#platform/form/pages/render'
import { paymentMessages, reopeningMessages, sentMessages } from '#platform/form/session/payment-messages'
import type { FormSession } from '#platform/form/session/session'
import type { FormSessions } from '#platform/form/session/sessions'
import { signedMessage } from '#platform/form/session/signed-message'
import { tokenMessage } from '#platform/form/session/token-change'
import { htmlResponse } from './responses'
import { type SessionView, type SessionViewDependencies, timeOf, viewOfSession } from './view-of-session'
import type { FormAssets } from '#platform/form/pages/assets'

/** Renders the present page of a session. */
export interface FormPages {
  /** Returns the complete page, with the messages that the embedding page has not received yet. */
  whole(session: FormSession, project: Project): HttpResponse
  /** Returns the update for a page that shows `rev` (null: unknown). Null: the page is up to date. */
  update(session: FormSession, project: Project, rev: string | null): FormUpdate | null
  /** Returns the virtual time for the countdowns of a page that is up to date. */
  time(): FormUpdate['clock']
}

/** Time between two polls of a page, real milliseconds; null: the page does not poll. */
const POLL_MS: Readonly<Record<FormView['kind'], number | null>> = {
  waiting: 400,
  challenge: 1000,
  clarification: 1000,
  card: null,
  details: null,
  result: null,
  expired: null,
}
/** Time between two polls of a page with a time limit, real milliseconds. */
const POLL_UNDER_LIMIT_MS = 2000

/** Creates the pages of the form (contract 7.4 to 7.6). */
export function createFormPages(
  options: SessionViewDependencies & {
    readonly sessions: FormSessions
    readonly crypto: SignatureCrypto
    readonly assets: FormAssets
    readonly randomHex: (digits: number) => string
  },
): FormPages {
  const { sessions, clock, crypto, assets, randomHex } = options

  /** `announced`: how many events the embedding page has received; null: none, about a payment that existed before. */
  const messagesOf = (
    session: FormSession,
    project: Project,
    view: SessionView,
    announced: number | null,
  ): readonly FrameMessage[] =>
    unsignedMessagesOf(session, project, view, announced).map((message) =>
      signedMessage(message, project.secret, crypto),
    )

  /** Stores that the embedding page has received everything so far. */
  const remember = (session: FormSession, view: SessionView): void => {
    const announcedEvents = messageCount(session, view)
    if (announcedEvents !== session.announcedEvents) sessions.save({ ...session, announcedEvents })
  }

  return {
    whole(session, project) {
      const shown = viewOfSession(options, session, project)
      const { page } = shown
      const rev = revOf(session, shown)
      const messages = messagesOf(session, project, shown, session.announcedEvents)
      const update = { messages, pollAfterMs: pollAfter(page.view), leave: leaveOf(session, page.view) }
      remember(session, shown)
      const nonce = randomHex(32)
      return htmlResponse(200, renderPage({ page, rev, update, assets, nonce }), nonce)
    },
    update(session, project, rev) {
      const shown = viewOfSession(options, session, project)
      const { page } = shown
      const current = revOf(session, shown)
      if (rev === current) return null
      const messages = messagesOf(session, project, shown, announcedIn(rev) ?? session.announcedEvents)
      remember(session, shown)
      return {
        view: page.view.kind,
        rev: current,
        html: renderView(page),
        messages,
        pollAfterMs: pollAfter(page.view),
        clock: { now: page.frame.now, rate: page.frame.rate },
        leave: leaveOf(session, page.view),
      }
    },
    time: () => timeOf(clock),
  }
}

/** Counts what the embedding page has to receive: the events of the payment, or the token. */
function messageCount({ token }: FormSession, { events }: SessionView): number {
  return token === null ? events.length : 1
}

function revOf(session: FormSession, view: SessionView): string {
  return `${view.page.view.kind}.${String(messageCount(session, view))}.${String(session.version)}`
}

/**
 * Returns the number of events that the page with this revision has passed on. Later responses may have been lost, so
 * their messages are sent again.
 */
function announcedIn(rev: string | null): number | null {
  const count = rev?.split('.')[1]
  return count !== undefined && /^\d{1,9}$/.test(count) ? Number(count) : null
}

function unsignedMessagesOf(
  session: FormSession,
  { switches }: Project,
  { payment, events }: SessionView,
  announced: number | null,
): readonly FrameMessage[] {
  const { settings, token } = session
  if (token !== null)
    return announced === 0 ? [...sentMessages(token.requestId), tokenMessage(session, token)] : []
  if (announced !== null) return paymentMessages({ events, announced, settings, switches })
  return payment === null ? [] : reopeningMessages(payment, settings, switches)
}

function pollAfter(view: FormView): number | null {
  const limited =
    (view.kind === 'card' || view.kind === 'details' ? view.confirmBefore : null) !== null ||
    (view.kind === 'result' && (view.attempts !== null || view.outcome === 'pending'))
  return limited ? POLL_UNDER_LIMIT_MS : POLL_MS[view.kind]
}

/** Returns the automatic redirect at the end; null: there is none (contract 7.3). */
function leaveOf({ settings, token }: FormSession, view: FormView): FormUpdate['leave'] {
  if (view.kind !== 'result' || view.outcome === 'pending' || view.attempts !== null) return null
  const { success, fail, tokenize } = settings.redirects
  const redirect = token !== null ? tokenize : view.outcome === 'success' ? success : fail
  return redirect === null
    ? null
    : { url: redirect.url, mode: redirectEffect(redirect, settings.frameMode).how }
}
