import { partsOfId, visibleId } from './id-text'
import './id-text.css'

/**
 * An id that is cut in its middle where there is no room, and shows what cannot be seen in it. The cut comes from
 * the style, so that the text stays whole for screen readers, search and copying.
 */
export function IdText({ id }: { readonly id: string }) {
  const { head, tail } = partsOfId(id)
  return (
    <bdi className="id-text" data-head={head} data-tail={tail}>
      <span className="sr">{visibleId(id)}</span>
    </bdi>
  )
}
