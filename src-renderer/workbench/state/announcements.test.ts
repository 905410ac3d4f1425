import { expect, it } from 'vitest'
import { announce, announcements } from './announcements'

const texts = (): readonly string[] => announcements.getState().map(({ text }) => text)

it('keeps a sentence while others follow at once, and each as a message of its own', () => {
  announce('The clock shows noon.')
  announce('The payment was declined.')
  announce('The payment was declined.')
  expect(texts()).toEqual(['The clock shows noon.', 'The payment was declined.', 'The payment was declined.'])
  expect(new Set(announcements.getState().map(({ id }) => id)).size).toBe(3)
})

it('drops the oldest', () => {
  for (let count = 1; count <= 6; count += 1) announce(`Sentence ${count}`)
  expect(texts()).toEqual(['Sentence 3', 'Sentence 4', 'Sentence 5', 'Sentence 6'])
})
