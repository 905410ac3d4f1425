import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { copyAsCurl, copyAsRaw, goesToFile, harParams } from './copy-many'
import type { Chosen } from '#window/list/selection'
import { saveHar } from './har-jobs'

/** Copies chosen messages, or saves them as a file: always as an archive, otherwise where they are many. */
export function CopyChosen({ chosen }: { readonly chosen: Chosen }) {
  const bench = useBench()
  const icon = goesToFile(chosen) ? 'download' : 'copy'
  const verb = goesToFile(chosen) ? 'Save' : 'Copy'
  return (
    <>
      <Button
        size="small"
        icon={icon}
        aria-label={`${verb} as curl`}
        onClick={() => copyAsCurl(bench, chosen)}
      >
        curl
      </Button>
      <Button
        size="small"
        icon={icon}
        aria-label={`${verb} as raw HTTP`}
        onClick={() => copyAsRaw(bench, chosen)}
      >
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
