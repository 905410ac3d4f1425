import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect } from './connection'
import { withNul, withoutNul } from './nul'

const tricky = fc
  .array(fc.constantFrom('\0', '\uFDD0', '0', '1', 'a', '\u{1F600}'))
  .map((parts) => parts.join(''))

describe('texts with NUL', () => {
  it('have a form without NUL that leads back to them alone', () => {
    fc.assert(
      fc.property(tricky, tricky, (text, other) => {
        expect(withoutNul(text)).not.toContain('\0')
        expect(withNul(withoutNul(text))).toBe(text)
        expect(withoutNul(text) === withoutNul(other)).toBe(text === other)
      }),
    )
  })

  it('go through the database whole, and are found by their whole text', () => {
    const connection = connect(':memory:', 0)
    connection.exec('CREATE TABLE texts (value TEXT UNIQUE)')
    const texts = ['a\0b', 'a\0c', 'a', '\0', '\uFDD0', '\uFDD00', 'plain']
    for (const text of texts) connection.run('INSERT INTO texts VALUES (?)', text)
    expect(connection.all('SELECT value FROM texts ORDER BY rowid').map(({ value }) => value)).toEqual(texts)
    for (const text of texts) {
      expect(connection.get('SELECT value FROM texts WHERE value = ?', text)).toMatchObject({ value: text })
    }
    connection.close()
  })
})
