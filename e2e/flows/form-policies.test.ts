import { describe, expect, it } from 'vitest'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening, driveForm, openByLink } from './testing/form-client'
import { exchange, type WireResponse } from './testing/wire-client'
import { CARDS } from './testing/requests'

const { bench } = useFlowBench({ per: 'file' })

/** The directives of a page's policy, by name. */
function policyOf(page: WireResponse): Readonly<Record<string, string>> {
  const header = String(page.headers['content-security-policy'])
  return Object.fromEntries(
    header.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

const STRICT = {
  'default-src': "'none'",
  'script-src': expect.stringMatching(/^'self' 'nonce-[0-9a-f]{32}'$/),
  'object-src': "'none'",
  'base-uri': "'none'",
  'connect-src': "'self'",
}

describe('the policy of a page of the form', () => {
  it('allows its forms to post only to the platform', async () => {
    const page = await openByLink(bench, anOpening('Policy-1'))
    expect(page.status).toBe(200)
    expect(policyOf(page)).toMatchObject({ ...STRICT, 'form-action': "'self'" })
  })

  it('is as strict on the page of a refused opening', async () => {
    const page = await openByLink(bench, anOpening('Policy-2', { payment_currency: 'nothing' }))
    expect(page.status).toBe(400)
    expect(policyOf(page)).toMatchObject({ ...STRICT, 'form-action': "'self'" })
  })

  it('allows the page of the issuer to return to the shop only if it fills the tab', async () => {
    const opened = await openByLink(
      bench,
      anOpening('Policy-3', { redirect_return_url: 'https://shop.example/' }),
    )
    const base = /\/payment\/[0-9a-f]{32}/.exec(opened.text)?.[0] ?? ''
    await driveForm(bench, opened).confirm({ pan: CARDS.challenge })
    await bench.settle()
    const formActionIn = async (place: string): Promise<unknown> => {
      const page = await exchange(`${bench.ready.platform}${base}/issuer?place=${place}`, { method: 'GET' })
      expect(page.status).toBe(200)
      return policyOf(page)['form-action']
    }
    expect(await formActionIn('page')).toBe("'self' http: https:")
    expect(await formActionIn('frame')).toBe("'self'")
  })
})
