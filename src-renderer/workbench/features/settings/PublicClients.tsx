import { useState } from 'react'
import { type ProjectView, projectSwitches } from '#protocol/projects'
import type { ProjectSwitch } from '#domain/project/switches'
import { counted } from '#lib/words'
import { Button } from '#window/ui/Button.tsx'
import { ActionDialog } from '#window/ui/Dialog.tsx'
import { Check } from '#window/ui/Field.tsx'
import { Table } from '#window/ui/Table.tsx'
import { useProjectSave } from './Saving'
import { unfitSwitches, valueWords } from './setting-values'

interface PublicClientsProps {
  readonly project: ProjectView
  readonly label: string
}

/** Sets the switches that SDKs and shop plugins need, after a table of the changes. */
export function PublicClients({ project, label }: PublicClientsProps) {
  const { error, save } = useProjectSave(project)
  const [isOpen, setOpen] = useState(false)
  const unfit = unfitSwitches(project)
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <span className="help">
        {unfit.length === 0
          ? 'All settings suit public SDKs and shop plugins.'
          : `${counted(unfit.length, 'setting')} can keep public SDKs and shop plugins, which were written for the platform itself, from working.`}
      </span>
      {error === null ? null : <span className="bad">{error}</span>}
      {unfit.length === 0 ? null : (
        <span>
          <Button size="small" does="projects.update" onClick={() => setOpen(true)}>
            Show changes…
          </Button>
        </span>
      )}
      {isOpen ? (
        <PublicClientsDialog
          project={project}
          unfit={unfit}
          onSave={(chosen) => {
            const values = (of: (one: ProjectSwitch) => unknown) => ({
              switches: projectSwitches
                .partial()
                .parse(Object.fromEntries(chosen.map((one) => [one.name, of(one)]))),
            })
            save(
              `Settings for an ${label}`,
              values(({ publicClients }) => publicClients),
              values(({ name }) => project.switches[name]),
            )
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

interface PublicClientsDialogProps {
  readonly project: ProjectView
  readonly unfit: readonly ProjectSwitch[]
  readonly onSave: (chosen: readonly ProjectSwitch[]) => void
  readonly onClose: () => void
}

function PublicClientsDialog({ project, unfit, onSave, onClose }: PublicClientsDialogProps) {
  const [left, setLeft] = useState<readonly ProjectSwitch[]>([])
  const chosen = unfit.filter((one) => !left.includes(one))
  const words = counted(chosen.length, 'setting')
  return (
    <ActionDialog
      title="Settings for an SDK or shop plugin"
      width={680}
      onClose={onClose}
      onSubmit={() => {
        if (chosen.length > 0) onSave(chosen)
      }}
      canSubmit={chosen.length > 0}
      does="projects.update"
      note={`In ${project.name}. Can be undone.`}
      action={`Change ${words}`}
    >
      <Table
        caption="Changes"
        rows={unfit}
        keyOf={({ name }) => name}
        columns={[
          {
            head: 'Setting',
            cell: (one) => (
              <Check
                checked={chosen.includes(one)}
                onChange={(on) => setLeft(on ? left.filter((other) => other !== one) : [...left, one])}
              >
                {one.label}
              </Check>
            ),
          },
          { head: 'Now', className: 'mid', cell: (one) => valueWords(one, project.switches[one.name]) },
          { head: 'After', cell: (one) => valueWords(one, one.publicClients) },
        ]}
      />
    </ActionDialog>
  )
}
