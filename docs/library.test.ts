import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORM_HANDLERS } from '#domain/form/form-handlers'

const text = readFileSync(join(import.meta.dirname, 'library.md'), 'utf8')
const cells = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))

describe('the page about the browser library', () => {
  it.each(FORM_HANDLERS)('describes $name', ({ name, message }) => {
    expect(cells).toContainEqual([
      '',
      `\`${name}\``,
      message === null ? 'none' : `\`${message}\``,
      expect.stringMatching(/./),
      expect.stringMatching(/./),
      '',
    ])
  })

  it('names the messages that our own form never sends', () => {
    const sources = join(import.meta.dirname, '../src-renderer/payment-form')
    const form = readdirSync(sources)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(sources, name), 'utf8'))
      .join('\n')
    const sent = new Set([
      ...[...form.matchAll(/(?:post|postLast|announce)\('([\w.]+)'/g)].map(([, name]) => name),
      ...[...form.matchAll(/'((?:wallet_|payment\.)\w+)'/g)].map(([, name]) => name),
      // These come from the platform with their data.
      ...['payment_success', 'payment_fail', 'card_verify_success', 'card_verify_fail', 'tokenize_success'],
      ...['payment_sent', 'payment_submit_result', 'show_clarification_page'],
    ])
    const unsent = FORM_HANDLERS.flatMap(({ message }) => {
      const name = message?.slice('epframe.'.length)
      return name === undefined || sent.has(name) ? [] : [name]
    })
    const [, list = ''] = /Our own form has no use for these[^:]*:([^]*?)\n\n/.exec(text) ?? []
    expect([...list.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)).toEqual(unsent)
  })
})
