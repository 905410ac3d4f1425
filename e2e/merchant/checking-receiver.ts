import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { canonicalise } from '../../src-main/core/signature/canonical'
import { dialects } from '../../src-main/core/signature/dialects'
import { findSignature } from '../../src-main/core/signature/place'
import { parseJson } from '../../src-main/core/json/parse'

export type Verdict = 'accepted' | 'wrong signature' | 'duplicate'

/** A merchant that verifies with the reference and takes everything once; it answers with its verdict. */
export interface CheckingReceiver {
  readonly url: string
  readonly got: readonly { readonly text: string; readonly verdict: Verdict }[]
  close(): Promise<void>
}

export async function openCheckingReceiver(secret: string): Promise<CheckingReceiver> {
  const got: { text: string; verdict: Verdict }[] = []
  const seen = new Set<string>()

  const judge = (text: string): Verdict => {
    const json = parseJson(text)
    if (!json.ok) return 'wrong signature'
    const canonical = canonicalise(json.root, dialects.REF, 'callback')
    const right = canonical.ok && createHmac('sha512', secret).update(canonical.text).digest('base64')
    if (findSignature(json.root)?.text !== right) return 'wrong signature'
    if (seen.has(text)) return 'duplicate'
    seen.add(text)
    return 'accepted'
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const verdict = judge(text)
      got.push({ text, verdict })
      response
        .writeHead(verdict === 'wrong signature' ? 400 : 200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ verdict }))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/pay/ok`,
    got,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
