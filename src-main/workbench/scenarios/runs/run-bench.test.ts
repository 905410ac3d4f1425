import { expect, it } from 'vitest'
import { valuesOfWindow } from './run-bench'

it('hands a file nothing of the environment but what is meant for Paybench', () => {
  const given = valuesOfWindow(
    {
      PAYBENCH_SHOP: 'http://127.0.0.1:3000',
      SHOP_SECRET: 'hunter2',
      PATH: '/bin',
    },
    () => undefined,
  )
  expect(given).toMatchObject({ variables: {}, environment: { PAYBENCH_SHOP: 'http://127.0.0.1:3000' } })
  expect(Object.keys(given.environment)).toEqual(['PAYBENCH_SHOP'])
})

it.each([
  [undefined, 'whose names begin with PAYBENCH_'],
  ['SHOP_SECRET', 'whose names begin with PAYBENCH_'],
  ['PAYBENCH_SECRET', 'from PAYBENCH_SECRET in the environment'],
])('names the remedy for a variable of %s', (env, words) => {
  expect(valuesOfWindow({}, () => undefined).remedyFor('shop', { env })).toContain(words)
  expect(valuesOfWindow({}, () => undefined).remedyFor('shop', { env })).toContain('a default in the file')
})

it.each([
  ['PAYBENCH_SECRET', 'Start the bench with PAYBENCH_SECRET in its environment'],
  ['SHOP_SECRET', 'Let the file read it from such a variable'],
  [undefined, 'Let the file read it from such a variable'],
])('never advises a default for a secret, read from %s', (env, words) => {
  const remedy = valuesOfWindow({}, () => undefined).remedyFor('secret', { env, secret: true })
  expect(remedy).toContain(words)
  expect(remedy).not.toContain('default')
})
