import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MESSAGE_POLICY, messagePage } from './message-page'

describe('the page of a message', () => {
  it('shows text as text, and is an alert where the tester has to act', () => {
    const page = messagePage({
      title: 'Paybench could not start',
      message: '<img src=x onerror=alert(1)>',
      remedy: 'Ask "IT" & wait.',
    })
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).toContain('Ask &quot;IT&quot; &amp; wait.')
    expect(page).toContain('role="alert"')
  })

  it('shows a moving bar while there is nothing to do but to wait', () => {
    const page = messagePage({ title: 'Paybench is starting', message: 'Opening the data folder.' })
    expect(page).toContain('role="status"')
    expect(page).toContain('class="bar"')
    expect(page).not.toContain('What you can do')
  })

  it('has the style that its policy allows', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(messagePage({ title: '', message: '' })) ?? []
    expect(MESSAGE_POLICY).toContain(`sha256-${createHash('sha256').update(style).digest('base64')}`)
  })
})
