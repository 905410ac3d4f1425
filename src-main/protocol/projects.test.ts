import { describe, expect, it } from 'vitest'
import { dispatch } from './dispatch'
import { projectsCreateParams } from './projects'

describe('where callbacks go', () => {
  it.each(['http://127.0.0.1:4000/callbacks', 'https://[::1]/x?y=1'])('can be %s', (callbackUrl) => {
    expect(projectsCreateParams.safeParse({ callbackUrl }).success).toBe(true)
  })

  it.each(['http://[', 'http://a:99999', 'http://a b', 'ftp://a/'])(
    'cannot be %s: field, reason and remedy are named',
    async (callbackUrl) => {
      const outcome = await dispatch({}, 'projects.create', { callbackUrl }, () => undefined)
      expect(outcome).toMatchObject({
        error: {
          code: 'invalid_params',
          message:
            'projects.create: callbackUrl: must be an absolute http or https URL such as ' +
            'http://127.0.0.1:4000/callbacks. Correct the parameters and call again.',
        },
      })
    },
  )
})
