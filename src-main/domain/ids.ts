declare const kind: unique symbol

/** An id of one kind. Accepts plain values, so that fixtures and input need no cast, but no ids of another kind. */
type Id<Value, Kind extends string> = Value & { readonly [kind]?: Kind }

/** `project_id` of the contract. */
export type ProjectId = Id<number, 'project'>

/** Contract 3.1. */
export const MAX_PROJECT_ID = 4_294_967_295

/** Our id of a payment. Its `payment_id` is set by the merchant and unique only within a project (contract 5.7). */
export type PaymentKey = Id<string, 'payment'>

/** `operation.id` of the contract. */
export type OperationId = Id<number, 'operation'>

export type CallbackId = Id<string, 'callback'>

/** A request to one of the listeners with its response, captures included. */
export type ExchangeId = Id<string, 'exchange'>

/** What a callback replays: another callback, or a captured request. */
export type MessageId = CallbackId | ExchangeId
