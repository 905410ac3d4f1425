import { useBench } from '../state/bench'
import { Button } from '../ui/Button'
import { harParams } from './chosen'
import { copyAsCurl, copyAsRaw } from './copy-many'
import type { Chosen } from './copy-many'
import { saveHar } from './har-jobs'

/** Copies chosen messages, or saves them as an archive. */
export function CopyChosen({ chosen }: { readonly chosen: Chosen }) {
  const bench = useBench()
  return (
    <>
      <Button size="small" icon="copy" aria-label="Copy as curl" onClick={() => copyAsCurl(bench, chosen)}>
        curl
      </Button>
      <Button size="small" icon="copy" aria-label="Copy as raw HTTP" onClick={() => copyAsRaw(bench, chosen)}>
        Raw HTTP
      </Button>
      <Button
        size="small"
        icon="download"
        aria-label="Save as HAR"
        onClick={() => saveHar(bench, harParams(chosen))}
      >
        HAR
      </Button>
    </>
  )
}
