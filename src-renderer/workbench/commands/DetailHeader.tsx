import { type ReactNode, useRef } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { useFocusKept } from '#window/ui/focus'
import { MenuGroup, MenuLine, MoreMenu } from '#window/ui/Menu.tsx'
import { type Command, isOffered } from './command'
import { CommandButton, CommandItems } from './CommandControls'

const MAX_BUTTONS = 4

interface DetailHeaderProps<Subject> {
  readonly title: ReactNode
  readonly badge: ReactNode
  /** The one figure that matters, such as the amount. */
  readonly figure?: ReactNode
  /** On one line, which may be cut off at its end, so the most important fact comes first. */
  readonly facts: ReactNode
  readonly subject: Subject
  /** The first offered action is the main one, always in the same place; three more get buttons. */
  readonly actions: readonly Command<Subject>[]
  readonly menu?: readonly { readonly label: string; readonly commands: readonly Command<Subject>[] }[]
  /** Whether the main action is elsewhere now, such as in an editor below. */
  readonly isCalm?: boolean
  /** Set if the pane is beside other content. It then has one button and no keys: keys act on the page. */
  readonly onClose?: (() => void) | undefined
}

/** The head of a detail pane, which has the same height in every state. The menu ends with what cannot be undone. */
export function DetailHeader<Subject>(props: DetailHeaderProps<Subject>) {
  const { title, badge, figure, facts, subject, actions, menu = [], isCalm = false, onClose } = props
  const bar = useRef<HTMLDivElement>(null)
  useFocusKept(bar, 'button')
  const offered = actions.filter((command) => isOffered(command, subject))
  const isRevocable = ({ isFinal = false }: Command<Subject>): boolean => !isFinal
  const isBeside = onClose !== undefined
  const buttons = offered.filter(isRevocable).slice(0, isBeside ? 1 : MAX_BUTTONS)
  // A narrow pane has room for two buttons only.
  const alwaysShown = buttons.slice(0, 2)
  const [first] = buttons
  const rest = { label: 'Actions', commands: offered.filter((command) => !alwaysShown.includes(command)) }
  const groups = [rest, ...menu]
    .map(({ label, commands }, at) => ({
      label,
      commands: commands.filter(
        (command) =>
          isRevocable(command) &&
          isOffered(command, subject) &&
          (at === 0 || !offered.some(({ id }) => id === command.id)),
      ),
    }))
    .filter(({ commands }) => commands.length > 0)
  const final = offered.filter((command) => !isRevocable(command))
  const items = { subject, withoutKeys: isBeside }
  const more =
    groups.length + final.length === 0 ? null : (
      <MoreMenu>
        {groups.map(({ label, commands }) => (
          <MenuGroup key={label} label={label}>
            <CommandItems commands={commands} {...items} />
          </MenuGroup>
        ))}
        {final.length === 0 ? null : <MenuLine />}
        <CommandItems commands={final} {...items} />
      </MoreMenu>
    )
  return (
    <header
      className="d-head"
      // The second click of a double click would hit the action that takes the place of the first.
      onClickCapture={(event) => {
        if (event.detail > 1) event.stopPropagation()
      }}
    >
      <div className="row nowrap">
        {title}
        {badge}
        <span className="grow" />
        {figure === undefined ? null : <strong className="figure d-figure">{figure}</strong>}
        {onClose === undefined ? null : (
          <>
            {first === undefined ? null : (
              <CommandButton command={first} subject={subject} shows="label" withoutKeys size="small" />
            )}
            {more}
            <Button look="quiet" icon="close" aria-label="Close message" onClick={onClose} />
          </>
        )}
      </div>
      <p className="small mid clip facts">{facts}</p>
      {onClose === undefined ? (
        <div ref={bar} className="row nowrap" role="toolbar" aria-label="Actions">
          {buttons.map((command, at) => (
            <CommandButton
              key={command.id}
              command={command}
              subject={subject}
              shows="label"
              withoutKeys
              look={at === 0 && !isCalm ? 'primary' : 'plain'}
              size="large"
            />
          ))}
          <span className="grow" />
          {more}
        </div>
      ) : null}
    </header>
  )
}
