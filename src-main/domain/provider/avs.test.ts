import { describe, expect, it } from 'vitest'
import { findResultCode } from '#domain/result-code/result-codes'
import { AVS_DECLINE_CODE, AVS_RESULTS, avsResultFor } from './outcome'

const sent = (postCode: string): Record<string, string> => ({
  'avs_data.avs_post_code': postCode,
  'avs_data.avs_street_address': '12 Harbour Road',
})

describe('address check', () => {
  it('matches every post code but 00000', () => {
    expect(avsResultFor(sent('D02 X285'), false)).toEqual({ result: 'Y', declines: false })
    expect(avsResultFor(sent('00001'), true)).toEqual({ result: 'Y', declines: false })
  })

  it('declines post code 00000 only where the card states no outcome', () => {
    expect(avsResultFor(sent('00000'), false)).toEqual({ result: 'N', declines: true })
    expect(avsResultFor(sent('00000'), true)).toEqual({ result: 'Y', declines: false })
  })

  it('has no result without address data', () => {
    expect(avsResultFor({ 'customer.email': 'a@b.c' }, false)).toEqual({ result: null, declines: false })
  })

  it('knows the results of each brand', () => {
    const of = (brand: string): string =>
      AVS_RESULTS.filter((row) => row.brands.some((name) => name === brand))
        .map((row) => row.result)
        .join('')
    expect([of('visa'), of('mastercard'), of('amex')]).toEqual(['ANRUYZ', 'ANRSUWXYZ', 'ANRSUYZ'])
    expect(findResultCode(AVS_DECLINE_CODE)?.kind).toBe('decline')
  })
})
