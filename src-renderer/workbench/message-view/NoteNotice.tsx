import { useState } from 'react'
import { boundedText } from '#lib/limits/bounded-text'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'

/** Longer notes would push the message itself out of view. */
const FIRST_CHARS = 300

/** The note of a message: its beginning, and the rest where the tester wants it. */
export function NoteNotice({ note }: { readonly note: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = note.length > FIRST_CHARS
  return (
    <div className={isWhole && isLong ? 'msg-refusal msg-note-whole scroll' : 'msg-refusal'}>
      <Notice
        title={isWhole ? note : boundedText(note, FIRST_CHARS)}
        {...(isLong
          ? {
              action: (
                <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                  {isWhole ? 'Show less' : 'Show all'}
                </Button>
              ),
            }
          : {})}
      />
    </div>
  )
}
