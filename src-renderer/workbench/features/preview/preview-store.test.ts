import { expect, it } from 'vitest'
import { forgetSession } from '#window/state/session-memory'
import { addEntries, previewStore, setDraft } from './preview-store'

it('forgets the form and its payment with the payments of the bench, and keeps the draft', () => {
  setDraft({ mode: 'embedded' })
  previewStore.setState({
    opened: {
      ...{ id: 'p', url: 'http://shop.test/p', parameters: {}, canonical: '', signature: '' },
      ...{ mode: 'embedded', projectId: 1, paymentId: 'order-1', draft: previewStore.getState().draft },
    },
  })
  addEntries([{ id: 'e', kind: 'frame', name: 'page loaded', note: '', wallAt: 1, virtualAt: 1 }])
  forgetSession()
  expect(previewStore.getState()).toMatchObject({
    opened: null,
    payment: null,
    entries: [],
    draft: { mode: 'embedded' },
  })
})
