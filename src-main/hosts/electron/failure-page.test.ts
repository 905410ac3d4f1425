import { describe, expect, it } from 'vitest'
import { failurePage, unexpectedFailure } from './failure-page'

describe('the failure page', () => {
  it('tells the reason and the remedy', () => {
    const page = failurePage({ message: 'The folder is in use.', remedy: 'Choose another one.' })
    expect(page).toContain('The folder is in use.')
    expect(page).toContain('Choose another one.')
  })

  it('has a remedy for what nobody expected', () => {
    expect(unexpectedFailure(new Error('broken'))).toMatchObject({ message: 'broken' })
    expect(unexpectedFailure('broken').remedy).toContain('start it again')
  })

  it('shows text as text', () => {
    expect(failurePage({ message: '<img src=x onerror=alert(1)>', remedy: '&' })).not.toContain('<img')
  })
})
