import { receivedStatuses, type Received } from './merchant'
import { isRecord } from './signer'

/** The longest body that the platform reads, in bytes. */
export const MAX_BODY = 1_048_576

/** Every tag of a page with the names of its attributes: the structure, which no input may change. */
export function skeletonOf(html: string): readonly string[] {
  const tags = html.match(/<(?:"[^"]*"|[^">])*>/g) ?? []
  return tags.map((tag) => tag.replaceAll(/"[^"]*"/g, '""').replaceAll(/\s+/g, ' '))
}

/** The number of script elements with the page's state or the description of its error. @throws if one is not JSON */
export function statesOf(html: string): number {
  const scripts = [...html.matchAll(/<script type="application\/json"[^>]*>([^<]*)<\/script>/g)]
  return scripts.filter(([, json]) => isRecord(JSON.parse(json ?? ''))).length
}

/** Statuses in the callbacks of a payment, in the order of their arrival. */
export const statusesOf = (received: readonly Received[], paymentId: string): readonly unknown[] =>
  receivedStatuses(received.filter((callback) => callback.paymentId === paymentId))
