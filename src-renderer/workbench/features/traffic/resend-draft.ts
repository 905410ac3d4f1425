import type { HeaderList } from '#lib/http-message/message'
import type { TrafficDetail, ResendSigning } from '#protocol/traffic'
import type { Params } from '#protocol/methods'

/** A request while it is edited. Card data in it is never stored. */
export interface ResendDraft {
  readonly method: string
  readonly path: string
  /** One field a line. */
  readonly headers: string
  readonly body: string
  readonly signing: ResendSigning
  readonly cardNumber: string
  readonly cvv: string
  readonly to: NonNullable<Params<'exchanges.resend'>['to']> | ''
}

/** Without headers that follow from the body, and of imported requests without those of another host or version. */
export function draftOf(detail: TrafficDetail): ResendDraft {
  return {
    method: detail.method,
    path: detail.path,
    headers: headersText(detail.headers),
    body: detail.body ?? '',
    signing: 'keep',
    cardNumber: '',
    cvv: '',
    to: detail.source === 'imported' ? 'platform' : '',
  }
}

function headersText(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

type ReadHeaders =
  | { readonly ok: true; readonly headers: [string, string][] }
  | { readonly ok: false; readonly message: string }

/** Lines of `Name: value`; empty lines are skipped. */
function readHeaders(text: string): ReadHeaders {
  const headers: [string, string][] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    if (colon <= 0) {
      return {
        ok: false,
        message: `Header line ${(index + 1).toString()} has no name before a colon. Write it as Name: value.`,
      }
    }
    headers.push([line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')])
  }
  return { ok: true, headers }
}

/** The parameters of the call: only the parts that differ from the original. */
export function paramsOf(
  detail: TrafficDetail,
  draft: ResendDraft,
  edit: boolean,
): Params<'exchanges.resend'> | { readonly field: 'headers'; readonly message: string } {
  const before = draftOf(detail)
  const headers = readHeaders(draft.headers)
  if (!headers.ok) return { field: 'headers', message: headers.message }
  const edits = {
    ...(draft.method === before.method ? {} : { method: draft.method }),
    ...(draft.path === before.path ? {} : { path: draft.path }),
    ...(draft.headers === before.headers ? {} : { headers: headers.headers }),
    ...(draft.body === before.body ? {} : { body: draft.body }),
  }
  return {
    id: detail.id,
    signing: draft.signing,
    ...(edit && Object.keys(edits).length > 0 ? { edits } : {}),
    ...(draft.cardNumber === ''
      ? {}
      : {
          card: {
            number: draft.cardNumber.replaceAll(/[\s-]/g, ''),
            ...(draft.cvv === '' ? {} : { cvv: draft.cvv.trim() }),
          },
        }),
    ...(draft.to === '' ? {} : { to: draft.to }),
  }
}
