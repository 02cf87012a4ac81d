/**
 * The configuration page of an application: a form generated from the schema of its base application, whose changes are
 * stored as the draft and shown in the preview beside it; and the buttons that publish or discard the draft.
 */
import './configuring/configure.css'
import { Draft } from './configuring/draft'
import { mountForm } from './configuring/form'
import { isPlainObject, withValueAt } from './configuring/model'
import { readSettings } from './configuring/page-elements'
import { PreviewFrame } from './configuring/preview'
import { Publication } from './configuring/publication'
import { StateLine } from './configuring/state-line'

const settings = readSettings()
const state = new StateLine(settings)
const draft = new Draft(settings, (progress, reason) => state.show(progress, reason))
const preview = new PreviewFrame(settings, {
  onError: (message) => state.report(message),
  onChange: (field, value) => {
    const changed = withValueAt(draft.model, field, value)
    if (changed) change(changed)
  },
})
const form = mountForm(settings, draft.model, (model, byPerson) => {
  // The form fills in defaults as it opens: a published configuration does not get a draft by being looked at.
  if (byPerson || !settings.isPublished) store(model)
  else if (isPlainObject(model)) draft.complete(model)
})
new Publication(settings, { draft, form, preview, state })
if (draft.isRestored) void draft.store(draft.model).then(() => preview.show(draft.model))

/** A change of the application itself, such as a map that was moved: the form shows it too. */
function change(model: Record<string, unknown>): void {
  form.set(model)
  store(model)
}

function store(model: unknown): void {
  if (!isPlainObject(model)) return
  void draft.store(model).then((isStored) => isStored && preview.show(draft.model))
}
