import { NO_SUBJECT, type Subject } from '../../../bench/exchange-record'
import type { HttpResponse } from '../../../lib/http-message/message'
import { notSignedVerdict } from '../../../bench/verdict'
import type { Project } from '../../../domain/project/project'
import type { Handled } from '../../exchanges/recorder'
import type { FormSession } from '../session/session'

/** A form session that a request of its page names. */
export interface OpenForm {
  readonly session: FormSession
  readonly project: Project
  /** The revision that the page shows; null if the request does not name it. */
  readonly rev: string | null
}

/** The project and the payment of a form session, for the record of its requests. */
export function subjectOf({ session }: Pick<OpenForm, 'session'>): Subject {
  return {
    projectId: session.settings.projectId,
    paymentKey: session.paymentKey,
    paymentId: session.settings.paymentId,
  }
}

/** The response to a request of the form's page, as it is recorded. */
export function handledForPage(
  response: HttpResponse,
  subject: Subject = NO_SUBJECT,
  note: string | null = null,
): Handled {
  return {
    response,
    error: null,
    verdict: notSignedVerdict(
      'Requests of the form page carry no signature: the session stands for the signed opening.',
    ),
    subject,
    note,
  }
}
