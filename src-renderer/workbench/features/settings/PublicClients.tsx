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

/** Sets the switches that SDKs and shop plugins need, after showing a table of the changes. */
export function PublicClients({ project, label }: { readonly project: ProjectView; readonly label: string }) {
  const { error, save } = useProjectSave(project)
  /** The ticked switches; null while the dialog is closed. */
  const [chosen, setChosen] = useState<readonly ProjectSwitch[] | null>(null)
  const unfit = unfitSwitches(project)
  const valuesOf = (value: (one: ProjectSwitch) => unknown) => ({
    switches: projectSwitches
      .partial()
      .parse(Object.fromEntries((chosen ?? []).map((one) => [one.name, value(one)]))),
  })
  const submit = (): void => {
    if (chosen === null || chosen.length === 0) return
    const back = valuesOf(({ name }) => project.switches[name])
    save(
      `Settings for an ${label}`,
      valuesOf(({ publicClients }) => publicClients),
      back,
    )
    setChosen(null)
  }
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <span className="help">
        {unfit.length === 0
          ? 'All settings suit public SDKs and shop plugins.'
          : `${counted(unfit.length, 'setting')} can prevent public SDKs and shop plugins, which were written for the platform itself, from working.`}
      </span>
      {error === null ? null : <span className="bad">{error}</span>}
      {unfit.length === 0 ? null : (
        <Button size="small" does="projects.update" onClick={() => setChosen(unfit)}>
          Show changes…
        </Button>
      )}
      {chosen === null ? null : (
        <ActionDialog
          title={`Settings for an ${label}`}
          width={860}
          onClose={() => setChosen(null)}
          onSubmit={submit}
          canSubmit={chosen.length > 0}
          does="projects.update"
          note={`In ${project.name}. You can undo this.`}
          action={`Change ${counted(chosen.length, 'setting')}`}
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
                    onChange={(on) =>
                      setChosen(on ? [...chosen, one] : chosen.filter((other) => other !== one))
                    }
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
      )}
    </div>
  )
}
