import { z } from 'zod'
import type { PaymentService } from '#platform/payments/payment-service'
import type { FormStyles } from '#platform/form/pages/assets'
import { acceptedValues, paymentKey, requestId, time } from '#domain/payment/payment'
import { type FormSettings, formSettings, type SavedCard, savedCard } from '#domain/form/settings'
import type { PaymentKey } from '#domain/ids'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { isRecord } from '#lib/json/node'
import type { FormVisitRecord, SavedCardRecord } from '#store/records'
import { readStoredJson } from '#core/stored-json'
import { tokenBody, type TokenChange } from '#domain/callback/token-body'
import type { FrameMessage } from '#domain/form/wire'
import { brandOf } from '#domain/card/brand'
import { maskCardNumber } from '#domain/card/card-number'
import type { Project } from '#domain/project/project'
import { callbackPlan } from '#platform/payments/registration'
import { newTokenCallback } from '#platform/callbacks/enqueue'
import { utcDay } from '#lib/time/time'
import { type CheckedCard, isExpired } from './card-entry'
import type { BenchServices } from '#core/services'

/** A token that the form created (contract 3.9, 7.1). `at`: virtual, epoch milliseconds. */
const madeToken = z.object({ card: savedCard, requestId, at: time })
type MadeToken = ReadonlyDeep<z.infer<typeof madeToken>>

/** A customer's stay on the form. Until the customer confirms, no payment is stored (contract 7.8). */
const currentVisit = z.object({
  id: z.string().regex(/^[0-9a-f]{1,64}$/),
  /** Virtual time, epoch milliseconds. */
  openedAt: time,
  settings: formSettings,
  /** The payment that the customer confirmed, or for which the form was opened again. */
  paymentKey: paymentKey.nullable(),
  /** Null if not entered yet. */
  details: acceptedValues.nullable(),
  tryingAgain: z.boolean(),
  /** The chosen way to pay: `card`, the path of a method, '' for a new choice; absent if none was chosen yet. */
  way: z.string().max(200).exactOptional(),
  token: madeToken.nullable(),
  /** Increases with every change, so that the page notices it. */
  version: z.int(),
  /** Number of events that the embedding page has received, 1 for a token; null at first if the payment is older. */
  announcedEvents: z.int().nullable(),
})
export type FormVisit = ReadonlyDeep<z.infer<typeof currentVisit>>

export function newVisit(start: Pick<FormVisit, 'id' | 'openedAt' | 'settings' | 'paymentKey'>): FormVisit {
  const announcedEvents = start.paymentKey === null ? 0 : null
  return { ...start, details: null, tryingAgain: false, token: null, version: 0, announcedEvents }
}

/** Also accepts the former name of `announcedEvents`. */
export const formVisit = z.preprocess(withCurrentNames, currentVisit)

/** Before schema 13 `announcedEvents` was called `told`. */
function withCurrentNames(stored: unknown): unknown {
  if (!isRecord(stored) || !('told' in stored)) return stored
  const { told, ...visit } = stored
  return { ...visit, announcedEvents: told }
}

/** All addresses of the visit begin with this path. */
export function visitPath(visit: FormVisit): string {
  return `/payment/${visit.id}`
}

export interface FormContext extends Omit<
  BenchServices,
  'send' | 'wallNow' | 'now' | 'selfRequests' | 'onFailure' | 'ending'
> {
  readonly paymentService: PaymentService
  readonly styles: FormStyles
  /** Every origin of the workbench, for a browser that reaches Paybench under this host. */
  readonly workbenchOrigins: (host: string) => readonly string[]
}

export interface FormStock extends FormContext {
  readonly visits: ReturnType<typeof createFormVisits>
  readonly savedCards: ReturnType<typeof createSavedCards>
  readonly tokens: ReturnType<typeof createTokens>
}

/** Form visits are stored in the data folder, so that an open form continues after a restart. */
export function createFormVisits({ store, randomHex, clock }: FormContext) {
  const recordOf = (visit: FormVisit): FormVisitRecord => ({
    id: visit.id,
    projectId: visit.settings.projectId,
    paymentKey: visit.paymentKey,
    state: JSON.stringify(visit),
    createdAt: visit.openedAt,
    updatedAt: clock.now(),
  })

  return {
    open(settings: FormSettings, paymentKey: PaymentKey | null): FormVisit {
      const visit = newVisit({ id: randomHex(32), openedAt: clock.now(), settings, paymentKey })
      store.formVisits.insert(recordOf(visit))
      return visit
    },
    find(id: string): FormVisit | null {
      const record = store.formVisits.byId(id)
      // Only this file writes states, so the shape is not checked.
      return record === null ? null : (withCurrentNames(readStoredJson(record.state)) as FormVisit)
    },
    save(visit: FormVisit): void {
      store.formVisits.update(recordOf(visit))
    },
  }
}

/** Describes a token for its callback and its window message (contract 3.9, 8.8). */
function tokenChange({ settings }: FormVisit, { card, requestId, at }: MadeToken): TokenChange {
  const country = settings.supplied['customer.billing.country'] ?? settings.supplied['customer.country']
  return {
    projectId: settings.projectId,
    customerId: settings.customerId ?? '',
    request: { id: requestId, action: 'tokenize', status: 'success' },
    token: card.token,
    tokenStatus: 'active',
    tokenCreatedAt: at,
    card: {
      number: card.number,
      month: card.month,
      year: card.year,
      holder: card.holder,
      country: typeof country === 'string' ? country : '',
    },
  }
}

export function tokenMessage(visit: FormVisit, token: MadeToken): FrameMessage {
  const body = tokenBody(tokenChange(visit, token))
  const { customerId, supplied } = visit.settings
  const address = supplied['customer.ip_address']
  return {
    message: 'epframe.tokenize_success',
    data: {
      ...body,
      customer: { id: customerId ?? '', ip_address: typeof address === 'string' ? address : '' },
    },
  }
}

/** Creates card tokens of the form, and the callbacks about created and deleted ones (contract 3.9, 9.1). */
export function createTokens({ store, ids, crypto, changes, clock, reference }: FormContext) {
  const enqueueCallback = ({ settings }: FormVisit, project: Project, change: TokenChange): void => {
    const { paymentUrl } = settings.callbacks
    const callback = newTokenCallback({
      id: ids.callbackId(),
      change,
      plan: callbackPlan(project, { paymentUrl: paymentUrl === null ? null : reference(paymentUrl) }),
      project,
      crypto,
      createdAt: clock.now(),
    })
    if (callback === null) return
    const { id } = store.callbacks.insert(callback)
    changes.callback(id, true)
  }

  return {
    make(visit: FormVisit, project: Project, card: CheckedCard): MadeToken {
      const { projectId, customerId } = visit.settings
      const made: MadeToken = {
        card: {
          id: ids.accountId(),
          number: maskCardNumber(card.number),
          brand: brandOf(card.number),
          month: card.month,
          year: card.year,
          holder: card.holder,
          token: ids.cardToken(),
          expired: false,
        },
        requestId: ids.requestId(projectId),
        at: clock.now(),
      }
      const { expired: _asOfNow, ...kept } = made.card
      store.savedCards.insert({ ...kept, projectId, customerId: customerId ?? '', createdAt: made.at })
      enqueueCallback(visit, project, tokenChange(visit, made))
      return made
    },
    deleted(visit: FormVisit, project: Project, { card, createdAt }: RemovedCard): void {
      const requestId = ids.requestId(project.projectId)
      enqueueCallback(visit, project, {
        ...tokenChange(visit, { card, requestId, at: createdAt }),
        request: { id: requestId, action: 'delete', status: 'success' },
        tokenStatus: 'revoke',
      })
    },
  }
}

/** `createdAt`: when the card was saved, virtual, epoch milliseconds. */
interface RemovedCard {
  readonly card: SavedCard
  readonly createdAt: number
}

/** The cards that a customer saved in a project (contract 7.1, 8.8). Numbers are masked. */
export function createSavedCards({ store, clock }: FormContext) {
  const view = ({ id, number, brand, month, year, holder, token }: SavedCardRecord): SavedCard => {
    const expired = isExpired(month, year, utcDay(clock.now()))
    return { id, number, brand, month, year, holder, token, expired }
  }
  const recordsOf = ({ projectId, customerId }: FormSettings): readonly SavedCardRecord[] =>
    customerId === null ? [] : store.savedCards.list(projectId, customerId).toReversed()
  /** A token on the wrong customer's page must not show or charge another customer's card. */
  const cardNamedBy = ({ projectId, customerId, accountToken }: FormSettings): SavedCardRecord | null => {
    const card = accountToken === null ? null : store.savedCards.byToken(projectId, accountToken)
    return card !== null && (customerId === null || card.customerId === customerId) ? card : null
  }

  return {
    /** The customer's cards, last used first, and the card of the token unless that belongs to another customer. */
    of(settings: FormSettings, project: Project): readonly SavedCard[] {
      const own = project.switches.saveCards ? recordsOf(settings) : []
      const named = cardNamedBy(settings)
      const all = named === null || own.some(({ id }) => id === named.id) ? own : [...own, named]
      return all.map(view)
    },
    maySave: (settings: FormSettings, project: Project): boolean =>
      project.switches.saveCards && settings.customerId !== null,
    used: ({ projectId }: FormSettings, id: number): void => store.savedCards.markUsed(projectId, id),
    /** Null if the customer has no such card. */
    remove(settings: FormSettings, id: number): RemovedCard | null {
      const card = recordsOf(settings).find((candidate) => candidate.id === id)
      if (card === undefined) return null
      store.savedCards.remove(settings.projectId, id)
      return { card: view(card), createdAt: card.createdAt }
    },
  }
}
