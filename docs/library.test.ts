import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORM_HANDLERS } from '../src-main/core/form/messages'

const text = readFileSync(join(import.meta.dirname, 'library.md'), 'utf8')
const cells = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))

describe('the page about the browser library', () => {
  it.each(FORM_HANDLERS)('tells about $name', ({ name, message, when }) => {
    expect(cells).toContainEqual([
      '',
      `\`${name}\``,
      message === null ? 'none' : `\`${message}\``,
      when,
      expect.any(String),
      '',
    ])
  })
})
