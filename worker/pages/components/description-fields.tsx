import { limits } from '../../limits'
import type { View } from '../view'
import { Field, type Refused, refusalAt } from './field'
import { MarkdownField } from './markdown-field'

type Props = {
  view: View
  /** Stored values. */
  metadata: { title: string; summary?: string | null | undefined; description?: string | null | undefined }
  /** The refused form, whose values are shown instead. */
  form: URLSearchParams | undefined
  refused?: Refused | undefined
}

/** The fields that descriptions of datasets and applications have in common: title, summary, description in Markdown. */
export function DescriptionFields({ view, metadata, form, refused }: Props) {
  const { say } = view
  return (
    <>
      <Field refusal={refusalAt(refused, 'title')}>
        {(attributes) => (
          <label>
            {say('title')}
            <input
              name="title"
              value={form?.get('title') ?? metadata.title}
              required
              maxlength={limits.datasets.maxTitleChars}
              {...attributes}
            />
          </label>
        )}
      </Field>
      <label>
        {say('summary')}
        <input name="summary" value={form?.get('summary') ?? metadata.summary ?? ''} maxlength={500} />
      </label>
      <Field refusal={refusalAt(refused, 'description')}>
        {(attributes) => (
          <MarkdownField
            view={view}
            label={say('descriptionMarkdown')}
            value={form?.get('description') ?? metadata.description ?? ''}
            max={limits.markdown.maxChars}
            attributes={attributes}
          />
        )}
      </Field>
    </>
  )
}
