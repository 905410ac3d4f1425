import { describe, expect, it } from 'vitest'
import { failureOf, failurePage } from './failure-page'

describe('the failure page', () => {
  it('tells the reason and the remedy that the error carries', () => {
    const error = Object.assign(new Error('The folder is in use.'), { remedy: 'Choose another one.' })
    const page = failurePage(failureOf(error))
    expect(page).toContain('The folder is in use.')
    expect(page).toContain('Choose another one.')
  })

  it('has a remedy for errors without one', () => {
    expect(failureOf('broken')).toEqual({
      message: 'broken',
      remedy: expect.stringContaining('start it again') as string,
    })
  })

  it('shows text as text', () => {
    expect(failurePage({ message: '<img src=x onerror=alert(1)>', remedy: '&' })).not.toContain('<img')
  })
})
