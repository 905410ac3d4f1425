import type {
  AttemptRecord,
  CallbackRecord,
  EventRecord,
  ExchangeRecord,
  PaymentRecord,
} from '../../src-main/store/records'
import type { Store } from '../../src-main/store/store'

/** A payment with everything that belongs to it. */
export interface WholePayment {
  readonly payment: PaymentRecord
  readonly events: readonly EventRecord[]
  readonly callbacks: readonly {
    readonly callback: CallbackRecord
    readonly attempts: readonly AttemptRecord[]
  }[]
  readonly exchanges: readonly ExchangeRecord[]
}

/** Reads a payment that is final, so that no timer belongs to it. */
export function readWhole(store: Store, key: string): WholePayment {
  const found = <Item>(item: Item | null): Item => {
    if (item === null) throw new Error(`Payment ${key} is not there as a whole`)
    return item
  }
  return {
    payment: found(store.payments.byKey(key)),
    events: store.events.byPayment(key),
    callbacks: store.callbacks.byPayment(key).map(({ id }) => ({
      callback: found(store.callbacks.byId(id)),
      attempts: store.attempts.byCallback(id),
    })),
    exchanges: store.exchanges.byPayment(key).map(({ id }) => found(store.exchanges.byId(id))),
  }
}

/** What distinguishes a copy from its original: ids and times. */
export interface CopyName {
  readonly paymentId: string
  /** Goes behind every id that the bench has made. */
  readonly suffix: string
  readonly laterByMs: number
}

/** Epoch milliseconds between 2020 and 2096, as they stand in our own JSON. */
const TIMES = /\b(?:1[6-9]|[23]\d)\d{11}\b/g

/** Writes a copy with new ids through the repositories, as a part of the caller's transaction. */
export function writeCopy(
  store: Store,
  whole: WholePayment,
  { paymentId, suffix, laterByMs }: CopyName,
): void {
  const { payment } = whole
  const key = payment.key + suffix
  const later = <Time extends number | null>(at: Time) => (at === null ? at : at + laterByMs)
  const renamed = (text: string): string =>
    text.replaceAll(payment.paymentId, paymentId).replaceAll(payment.key, key)
  const renamedJson = (text: string): string =>
    renamed(text).replaceAll(TIMES, (time) => String(Number(time) + laterByMs))
  const renamedBytes = (bytes: Uint8Array): Uint8Array =>
    Buffer.from(renamed(Buffer.from(bytes).toString('latin1')), 'latin1')

  store.payments.insert({
    ...payment,
    key,
    paymentId,
    paymentIdFolded: paymentId.toLowerCase(),
    createdAt: later(payment.createdAt),
    updatedAt: later(payment.updatedAt),
    deadlineAt: later(payment.deadlineAt),
    state: renamedJson(payment.state),
  })
  for (const { at, type, data } of whole.events) {
    store.events.append(key, later(at), type, renamedJson(data))
  }
  /** Numbers of the attempts, before and here. */
  const copies = new Map<number, number>()
  for (const { callback, attempts } of whole.callbacks) {
    const id = callback.id + suffix
    store.callbacks.insert({
      ...callback,
      id,
      paymentKey: key,
      paymentId,
      createdAt: later(callback.createdAt),
      body: renamedBytes(callback.body),
      firstDueAt: later(callback.firstDueAt),
      nextAttemptAt: later(callback.nextAttemptAt),
    })
    for (const attempt of attempts) {
      const { n, dueAt, sentAt, wallSentAt, targetUrl, requestHead } = attempt
      const seq = store.attempts.start({
        callbackId: id,
        n,
        dueAt: later(dueAt),
        sentAt: later(sentAt),
        wallSentAt: later(wallSentAt),
        targetUrl,
        requestHead,
      })
      copies.set(attempt.seq, seq)
      store.attempts.finish(seq, attempt)
    }
  }
  for (const exchange of whole.exchanges) {
    store.exchanges.insert({
      ...exchange,
      id: exchange.id + suffix,
      paymentKey: key,
      paymentId,
      callbackId: exchange.callbackId === null ? null : exchange.callbackId + suffix,
      attempt: exchange.attempt === null ? null : (copies.get(exchange.attempt) ?? null),
      receivedAt: later(exchange.receivedAt),
      wallReceivedAt: later(exchange.wallReceivedAt),
      body: renamedBytes(exchange.body),
      replyBody: exchange.replyBody === null ? null : renamedBytes(exchange.replyBody),
    })
  }
}
