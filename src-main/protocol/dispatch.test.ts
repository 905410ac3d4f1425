import { expect, it } from 'vitest'
import { dispatch } from './dispatch'

it('says where a method can be called that this caller cannot call', async () => {
  expect(await dispatch({}, 'projects.list', {}, () => undefined)).toEqual({
    error: {
      code: 'unavailable',
      message: 'projects.list cannot be called from here. Call it from the window or over the workbench API.',
    },
  })
})
