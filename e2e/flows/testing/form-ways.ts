import { expect } from 'vitest'
import { readErrorPage } from './error-page'
import type { FlowBench } from './flow-bench'
import { isRecord, type JsonRecord } from './signer'
import { exchange, type WireResponse } from './wire-client'

export const pairs = (parameters: JsonRecord): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')

type Opener = (parameters: JsonRecord, headers?: Readonly<Record<string, string>>) => Promise<WireResponse>

export type Way = 'GET' | 'JSON' | 'form'
export const EVERY_WAY: readonly Way[] = ['GET', 'JSON', 'form']
/** The ways in which every value is a string. */
export const TEXT_WAYS: readonly Way[] = ['GET', 'form']

/** The three ways to open a form (contract 7.1); none signs. The bench needs to be open only when they are used. */
export function formWays(bench: FlowBench): Readonly<Record<Way, Opener>> {
  const url = (query = '') => `${bench.ready.platform}/payment${query}`
  const post = (type: string, body: string, headers: Readonly<Record<string, string>>) =>
    exchange(url(), { headers: { 'Content-Type': type, ...headers }, body })
  return {
    GET: (parameters, headers = {}) => exchange(url(`?${pairs(parameters)}`), { method: 'GET', headers }),
    JSON: (parameters, headers = {}) => post('application/json', JSON.stringify(parameters), headers),
    form: (parameters, headers = {}) => post('application/x-www-form-urlencoded', pairs(parameters), headers),
  }
}

/** What the response to a refused opening has to contain. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly field: string
  readonly constraint: string
  readonly says: string
}

/** Expects a page that reports the error to people and to programs, in the documented shape. */
export function expectPage(response: WireResponse, { status, code, field, constraint, says }: Refusal): void {
  expect(response.status).toBe(status)
  expect(response.headers['content-type']).toContain('text/html')
  const { sentence, entries, description } = readErrorPage(response.text)
  expect(sentence.length).toBeGreaterThan(20)
  const entry = entries.find((each) => each.field === field && each.words.includes(says))
  expect(entry, JSON.stringify(entries)).toBeDefined()
  expectDescription(description, { status, code, field, constraint, says })
}

export function expectDescription(description: JsonRecord, { code, field, constraint, says }: Refusal): void {
  expect(Object.keys(description)).toEqual(['status', 'code', 'message', 'errors', 'request_id'])
  expect(description).toMatchObject({ status: 'error', code })
  expect(description['message']).toMatch(/\w/)
  expect(description['request_id']).toMatch(/\w/)
  const { errors } = description
  const listed = Array.isArray(errors) ? errors.filter(isRecord) : []
  const error = listed.find((each) => each['field'] === field && String(each['message']).includes(says))
  expect(error, JSON.stringify(errors)).toMatchObject({ constraint })
  expect(Object.keys(error ?? {})).toEqual(['code', 'message', 'field', 'constraint'])
  expect(typeof error?.['code']).toBe('number')
}
