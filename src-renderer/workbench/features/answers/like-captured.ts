import type { ExchangeDetail } from '#protocol/messages'
import { capturedKind } from '#domain/response-rule/captured-kind'
import type { RuleDraft } from './rule-draft'

/**
 * A rule for requests like a captured one: of its kind where it is a callback, else by its method; to its path. The
 * callback that was sent knows its kind better than the body does.
 */
export function likeCaptured({
  method,
  path,
  body,
  sentBy,
}: Pick<ExchangeDetail, 'method' | 'path' | 'body' | 'sentBy'>): Partial<RuleDraft> {
  const sentAs = sentBy?.kind ?? 'other'
  const kind = sentAs === 'other' ? capturedKind(readJson(body)) : sentAs
  const target = path.replace(/[?#].*$/s, '')
  return {
    ...(kind === 'other' ? { method } : { kinds: [kind] }),
    ...(target.startsWith('/') ? { path: target } : {}),
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
