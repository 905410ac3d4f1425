import { describe, expect, it } from 'vitest'
import { createBenchPorts } from '#hosts/wiring/bench-ports'
import { MEMORY_BENCH, openMemoryStore } from '#e2e/fixtures/hosts/memory-bench'
import { FORM_STRINGS } from './strings'
import { signatureFor } from '#e2e/flows/testing/signer'
import type { Store } from '#store/store'
import { createBench } from '#workbench/create-bench'
import type { IntakeRequest } from '#lib/http-message/message'

const PROJECT = { projectId: 9041, secret: 'failing-secret-4Tq' } as const

const fail = (): never => {
  throw new Error('disk full')
}

const signedParameters = {
  project_id: PROJECT.projectId,
  mode: 'card_tokenize',
  customer_id: 'buyer-5',
  language_code: 'de',
}
const parameters = new URLSearchParams({
  ...signedParameters,
  project_id: String(PROJECT.projectId),
  frame_mode: 'popup',
  signature: signatureFor(signedParameters, PROJECT.secret),
})

/** Requests a page of the form from a Paybench whose store is broken; the default target opens the form. */
async function requestPage(
  broken: (store: Store) => Partial<Store>,
  headers: IntakeRequest['headers'] = [],
  target = `/payment?${parameters.toString()}`,
) {
  const store = openMemoryStore()
  const logged: string[] = []
  const bench = createBench({
    store: { ...store, ...broken(store) },
    ...MEMORY_BENCH,
    ports: createBenchPorts((level, message) => {
      if (level === 'error') logged.push(message)
    }, ''),
    project: PROJECT,
  })
  const { response } = await bench.platform.handle({
    method: 'GET',
    target,
    httpVersion: '1.1',
    tlsVersion: null,
    headers: [['Host', '127.0.0.1:8610'], ...headers],
    body: new Uint8Array(),
    remoteAddress: '127.0.0.1',
    remotePort: 0,
    receivedAtWallMs: 0,
    tooLarge: false,
    targetTooLong: false,
    completed: (response) => response,
  })
  const { items } = await bench.handlers['exchanges.list']({})
  await bench.close()
  return { response, text: new TextDecoder().decode(response.body), logged, items }
}

const withoutVisits = (store: Store): Partial<Store> => ({
  formVisits: { ...store.formVisits, insert: fail },
})
const withUnreadableVisits = (store: Store): Partial<Store> => ({
  formVisits: { ...store.formVisits, byId: fail },
})
const withNothingStored = (store: Store): Partial<Store> => ({
  ...withoutVisits(store),
  exchanges: { ...store.exchanges, insert: fail },
})

describe('a form whose store fails', () => {
  it('shows an error page in the requested language, informs the embedding page and records the exchange', async () => {
    const { response, text, logged, items } = await requestPage(withoutVisits)
    expect(response.status).toBe(500)
    expect(response.headers).toContainEqual(['Content-Type', 'text/html; charset=utf-8'])
    const { title, sentences } = FORM_STRINGS.de.error
    expect(text).toContain(title)
    expect(text.replace(/<\/?span>/g, '')).toContain(sentences[500])
    expect(text).toContain('class="popup"')
    // The form's script finds the description and posts `fail_loading` to the parent.
    expect(text).toMatch(/id="error-description"\s*>\s*\{"status":"error","code":"501"/)
    expect(logged).toEqual(['A page of the form could not be rendered'])
    expect(items.map(({ status }) => status)).toEqual([500])
  })

  it.each(['', '/issuer'])('reports the failure on the page /payment/:id%s', async (place) => {
    const { response, text, items } = await requestPage(
      withUnreadableVisits,
      [],
      `/payment/${'0af1'.repeat(8)}${place}`,
    )
    expect(response.headers).toContainEqual(['Content-Type', 'text/html; charset=utf-8'])
    expect(text.replace(/<\/?span>/g, '')).toContain(FORM_STRINGS.en.error.sentences[500])
    expect(text).toContain('Reload the page.')
    expect(items.map(({ status }) => status)).toEqual([500])
  })

  it('reports the failure to the script that polls an open form, and does not record the poll', async () => {
    const { response, text, logged, items } = await requestPage(
      withUnreadableVisits,
      [],
      `/payment/${'0af1'.repeat(8)}/view`,
    )
    expect(response.status).toBe(500)
    expect(JSON.parse(text)).toEqual({ problems: [], message: FORM_STRINGS.en.error.sentences[500] })
    expect(logged).toEqual(['The state of an open form could not be read'])
    expect(items).toEqual([])
  })

  it('responds in JSON to a program', async () => {
    const { response, text } = await requestPage(withoutVisits, [['Accept', 'application/json']])
    expect(response.status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({
      status: 'error',
      code: '501',
      errors: [{ code: 501, field: '' }],
    })
  })

  it('shows the error page even if nothing can be stored', async () => {
    const { text, logged, items } = await requestPage(withNothingStored)
    expect(text).toContain('id="error-description"')
    expect(logged).toHaveLength(2)
    expect(items).toEqual([])
  })
})
