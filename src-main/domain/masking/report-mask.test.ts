import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { createReportMask } from './report-mask'

const mask = createReportMask(['hunter2-hunter2'])

describe('a message in a report', () => {
  it.each(['Authorization', 'proxy-authorization', 'Cookie', 'Set-Cookie'])(
    'shows no value of %s',
    (name) => {
      const head = `GET / HTTP/1.1\n${name}: first\n  second\nAccept: */*`
      expect(mask.message(`${head}\n\nCookie: of the body`)).toBe(
        `GET / HTTP/1.1\n${name}: •••\nAccept: */*\n\nCookie: of the body`,
      )
    },
  )

  it('shows neither card number nor code, in head and body', () => {
    const body = '{"card":{"pan":"4000000000000077","cvv":"123"}}'
    const masked = mask.message(
      `GET /pay?card=4000000000000077 HTTP/1.1\nX-Card: 4000000000000077\n\n${body}`,
    )
    expect(masked).not.toMatch(/4000000000000077|123"/)
    expect(masked.match(/400000\W{6}0077/g)).toHaveLength(3)
  })

  it('is cut where it is long, and shows no secret that the cut goes through', () => {
    for (const before of [LIMITS.scenarioEvidenceChars - 8, LIMITS.scenarioEvidenceChars + 8184]) {
      const masked = mask.message(`${'x'.repeat(before)}hunter2-hunter2${'y'.repeat(20_000)}`)
      expect(masked).not.toContain('hunter')
      expect(masked).toContain('cut here')
      expect(masked.length).toBeLessThan(LIMITS.scenarioEvidenceChars + 100)
    }
  })
})
