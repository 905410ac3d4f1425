import { describe, expect, it } from 'vitest'
import pairs from '../../src-main/domain/signature/testing/natural-order.json' with { type: 'json' }
import { natural, signature } from './sign.mjs'

describe('the signing script that the guides show', () => {
  it('orders every recorded pair as the reference does', () => {
    const wrong = pairs.filter(([a, b, sign]) => natural(String(a), String(b)) !== sign)
    expect(wrong).toEqual([])
  })

  it('gives the signature of the worked example', () => {
    const request = {
      general: { project_id: 9041, payment_id: 'Shop/β-17', signature: 'is left out' },
      additional_data: {
        customer: {
          first_name: 'Zoë',
          email: 'zoe@mail.test',
          billing: { country: 'IE', city: 'Galway' },
        },
        notes: ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8', 'n9', 'n10'],
        consent: true,
        level: 2.5,
        memo: null,
        'opt:in': false,
        nil: [],
        none: {},
      },
    }
    expect(signature(request, 'mock-secret-7Rk2vQ')).toBe(
      'b3CNhTvxezNWb3FXfTfKsUWEwoUBsSGyllUXxU0KqgixBcPlbRmK90nl5h8K+BvpzpvCBGHTFy6ie8fXiGts8g==',
    )
  })
})
