import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FAILURE_POLICY, failurePage, unexpectedFailure } from './failure-page'

describe('the failure page', () => {
  it('names the reason and the remedy', () => {
    const page = failurePage({ message: 'The folder is in use.', remedy: 'Choose another one.' })
    expect(page).toContain('The folder is in use.')
    expect(page).toContain('Choose another one.')
  })

  it('has a remedy for what nobody expected', () => {
    expect(unexpectedFailure(new Error('broken'))).toMatchObject({ message: 'broken' })
    expect(unexpectedFailure('broken').remedy).toContain('start it again')
  })

  it('shows text as text', () => {
    const page = failurePage({ message: '<img src=x onerror=alert(1)>', remedy: 'Ask "IT" & wait.' })
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).toContain('Ask &quot;IT&quot; &amp; wait.')
  })

  it('has the style that its policy allows', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(failurePage({ message: '', remedy: '' })) ?? []
    expect(FAILURE_POLICY).toContain(`sha256-${createHash('sha256').update(style).digest('base64')}`)
  })
})
