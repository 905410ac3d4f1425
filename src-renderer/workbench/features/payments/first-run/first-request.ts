import type { ProjectId } from '#domain/ids'

/** The card of which the address pair is asked for before anything else (contract 7.9). */
const CLARIFICATION_CARD = '4000000000017006'
const FIRST_PAYMENT_ID = 'first-1'

interface FirstRequest {
  readonly projectId: ProjectId
  /** A year in which the card is still good on the virtual clock. */
  readonly year: number
  /** Missing while the request is not signed. */
  readonly signature?: string
}

/** Body of a card sale (contract 5.5) in the lines in which it is shown; whitespace is not signed. */
export function firstBody({ projectId, year, signature }: FirstRequest): readonly string[] {
  const signed = signature === undefined ? '' : `,\n    "signature":"${signature}"`
  return `{"general":{"project_id":${projectId},"payment_id":"${FIRST_PAYMENT_ID}"${signed}},
   "card":{"pan":"${CLARIFICATION_CARD}","year":${year},"month":7,
    "cvv":"123","card_holder":"NORA VALE"},
   "customer":{"id":"buyer-1","ip_address":"203.0.113.9"},
   "payment":{"amount":4650,"currency":"EUR"}}`.split('\n')
}

/** The command as it goes to a shell. */
export function firstCurl(apiUrl: string, body: readonly string[]): string {
  return `${curlHead(apiUrl)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body.join('\n')}'`
}

export function curlHead(apiUrl: string): string {
  return `curl -sS ${apiUrl.replace(/\/$/, '')}/v2/payment/card/sale`
}
