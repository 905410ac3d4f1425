import type { Chosen } from '#window/list/selection'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { copyAsCurl, copyAsRaw, harParams } from './copy-many'
import { saveHar } from './har-jobs'

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
