import { describe, expect, it } from 'vitest'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { shopNameOf } from './shop-name'

describe('the name of the shop on the form', () => {
  it('is the name of the project', () => {
    expect(shopNameOf({ projectId: 4908, name: 'Quillmere Ceramics' }, 'de')).toBe('Quillmere Ceramics')
    expect(shopNameOf({ projectId: 4908, name: 'Project 31' }, 'en')).toBe('Project 31')
  })

  it('is a test shop in the words of the customer where nobody named the project', () => {
    const unnamed = { projectId: 4908, name: 'Project 4908' }
    expect(shopNameOf(unnamed, 'en')).toBe('Test shop')
    expect(shopNameOf(unnamed, 'de')).toBe('Testshop')
    expect(new Set(FORM_LANGUAGES.map((language) => shopNameOf(unnamed, language))).size).toBe(8)
  })
})
