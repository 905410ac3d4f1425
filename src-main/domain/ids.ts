declare const kind: unique symbol

/**
 * A text or number that names one kind of thing. Plain values fit, so that fixtures and parsed input need no cast; the id
 * of another kind does not.
 */
type Id<Value, Kind extends string> = Value & { readonly [kind]?: Kind }

/** Names a project: `project_id` of the contract. */
export type ProjectId = Id<number, 'project'>

/** Names a payment inside the bench. Its `payment_id` is the merchant's and unique in a project only (contract 5.7). */
export type PaymentKey = Id<string, 'payment'>

/** Names an operation of a payment: `operation.id` of the contract. */
export type OperationId = Id<number, 'operation'>

/** Names a callback: a message that the platform sends, with all its attempts. */
export type CallbackId = Id<string, 'callback'>

/** Names an exchange: a request to one of the listeners with its response; captures are exchanges. */
export type ExchangeId = Id<string, 'exchange'>

/** Names a message that a callback was made from: another callback, or a captured request. */
export type MessageId = CallbackId | ExchangeId
