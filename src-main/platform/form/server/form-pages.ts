import { paymentMessages, reopeningMessages, sentMessages } from '../session/payment-messages'
import { presentView } from '../session/present'
import { redirectEffect } from '../opening/return-effect'
import { sessionPath } from '../session/session'
import { shopNameOf } from '../shop-name'
import type { FormSession } from '../session/session'
import { signedMessage } from '../session/signed-message'
import { tokenMessage } from '../session/token-change'
import type { FormPage, FormView } from '../../../domain/form/view'
import type { FormUpdate, FrameMessage } from '../../../domain/form/wire'
import { renderPage, renderView } from '../pages/render'
import type { PaymentEvent } from '../../../domain/payment/events'
import type { Payment } from '../../../domain/payment/payment'
import type { Project } from '../../../domain/project/project'
import type { SignatureCrypto } from '../../../domain/signature/crypto'
import type { Store } from '../../../store/store'
import type { VirtualClock } from '../../../bench/clock/virtual-clock'
import type { Ledger } from '../../payments/ledger'
import { fromEvent } from '../../payments/payment-record'
import type { OutgoingReply } from '../../../bench/ports'
import { htmlAnswer } from './replies'
import type { SavedCards } from '../session/saved-cards'
import type { FormSessions } from '../session/sessions'
import { FORM_SCRIPT_PATH } from './static-files'

/** What the pages of a session show now. */
export interface FormPages {
  /** The whole page; what the parent has not been told yet goes with it. */
  whole(session: FormSession, project: Project): OutgoingReply
  /** For a page that shows `rev` (null: it does not say); null while that is still right. */
  update(session: FormSession, project: Project, rev: string | null): FormUpdate | null
  /** The virtual time by which countdowns go, for a page that is still right. */
  time(): FormUpdate['clock']
}

/** How long a page waits before it asks again, in real milliseconds. */
const POLL_MS: Readonly<Record<FormView['kind'], number | null>> = {
  waiting: 400,
  challenge: 1000,
  clarification: 1000,
  card: null,
  details: null,
  result: null,
  expired: null,
}
/** For pages on which time can run out. */
const POLL_UNDER_LIMIT_MS = 2000

interface Situation {
  readonly page: FormPage
  readonly payment: Payment | null
  readonly events: readonly PaymentEvent[]
}

export function createFormPages(options: {
  readonly store: Store
  readonly ledger: Ledger
  readonly sessions: FormSessions
  readonly savedCards: SavedCards
  readonly clock: VirtualClock
  readonly crypto: SignatureCrypto
  readonly css: string
  readonly randomHex: (digits: number) => string
}): FormPages {
  const { store, ledger, sessions, savedCards, clock, crypto, css, randomHex } = options

  const time = (now = clock.now()): FormUpdate['clock'] => ({
    now,
    rate: clock.mode === 'frozen' ? 0 : clock.mode === 'live' ? 1 : clock.rate,
  })

  const situationOf = (session: FormSession, project: Project): Situation => {
    const { settings } = session
    const payment = session.paymentKey === null ? null : ledger.upToDate(session.paymentKey)
    const now = clock.now()
    const view = presentView({
      session,
      payment,
      savedCards: savedCards.of(settings, project),
      switches: project.switches,
      now,
    })
    const { amount, currency } = settings
    const sum = payment?.requested ?? (currency === null ? null : { amount, currency })
    const page: FormPage = {
      frame: {
        base: sessionPath(session),
        language: settings.language,
        mode: settings.mode,
        frameMode: settings.frameMode,
        theme: settings.theme ?? 'light',
        olderEmbedded: settings.olderEmbedded,
        shopName: shopNameOf(project, settings.language),
        sum: sum === null || sum.amount === 0 ? null : sum,
        description: settings.description,
        back: settings.returns.back,
        ...time(now),
      },
      view,
      problems: [],
    }
    const events =
      payment === null ? [] : store.events.byPayment(payment.key).map(({ data }) => fromEvent(data))
    return { page, payment, events }
  }

  /** What there is to tell of: the events of the payment, or the token. */
  const happened = ({ token }: FormSession, { events }: Situation): number =>
    token === null ? events.length : 1

  const revOf = (session: FormSession, situation: Situation): string =>
    `${situation.page.view.kind}.${String(happened(session, situation))}.${String(session.version)}`

  const messagesOf = (
    session: FormSession,
    project: Project,
    situation: Situation,
    told: number | null,
  ): readonly FrameMessage[] =>
    unsignedMessagesOf(session, project, situation, told).map((message) =>
      signedMessage(message, project.secret, crypto),
    )

  const unsignedMessagesOf = (
    session: FormSession,
    { switches }: Project,
    { payment, events }: Situation,
    told: number | null,
  ): readonly FrameMessage[] => {
    const { settings, token } = session
    if (token !== null)
      return told === 0 ? [...sentMessages(token.requestId), tokenMessage(session, token)] : []
    if (told !== null) return paymentMessages({ events, told, settings, switches })
    return payment === null ? [] : reopeningMessages(payment, settings, switches)
  }

  /** All of an update but its markup. */
  const newsOf = (
    session: FormSession,
    project: Project,
    situation: Situation,
    told: number | null,
  ): Omit<FormUpdate, 'html'> => {
    const { page } = situation
    const messages = messagesOf(session, project, situation, told)
    return {
      view: page.view.kind,
      rev: revOf(session, situation),
      messages,
      pollAfterMs: pollAfter(page.view),
      clock: { now: page.frame.now, rate: page.frame.rate },
      leave: leaveOf(session, page.view),
    }
  }

  /** Remembers that the parent knows of everything so far. */
  const remember = (session: FormSession, situation: Situation): void => {
    const told = happened(session, situation)
    if (told !== session.told) sessions.save({ ...session, told })
  }

  return {
    whole(session, project) {
      const situation = situationOf(session, project)
      const update = newsOf(session, project, situation, session.told)
      remember(session, situation)
      const nonce = randomHex(32)
      return htmlAnswer(
        200,
        renderPage({ page: situation.page, rev: update.rev, update, script: FORM_SCRIPT_PATH, css, nonce }),
        nonce,
      )
    },
    update(session, project, rev) {
      const situation = situationOf(session, project)
      if (rev === revOf(session, situation)) return null
      const news = newsOf(session, project, situation, toldIn(rev) ?? session.told)
      remember(session, situation)
      return { ...news, html: renderView(situation.page) }
    },
    time: () => time(),
  }
}

/** What of it the page with this revision has passed on already; whatever was answered since may have been lost. */
function toldIn(rev: string | null): number | null {
  const count = rev?.split('.')[1]
  return count !== undefined && /^\d{1,9}$/.test(count) ? Number(count) : null
}

function pollAfter(view: FormView): number | null {
  const limited =
    (view.kind === 'card' || view.kind === 'details' ? view.confirmBefore : null) !== null ||
    (view.kind === 'result' && (view.attempts !== null || view.outcome === 'pending'))
  return limited ? POLL_UNDER_LIMIT_MS : POLL_MS[view.kind]
}

/** The automatic redirect at the end (contract 7.3). */
function leaveOf({ settings, token }: FormSession, view: FormView): FormUpdate['leave'] {
  if (view.kind !== 'result' || view.outcome === 'pending' || view.attempts !== null) return null
  const { success, fail, tokenize } = settings.redirects
  const redirect = token !== null ? tokenize : view.outcome === 'success' ? success : fail
  return redirect === null
    ? null
    : { url: redirect.url, mode: redirectEffect(redirect, settings.frameMode).how }
}
