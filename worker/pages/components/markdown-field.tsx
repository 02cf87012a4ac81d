import type { View } from '../view'

type Props = {
  view: View
  label: string
  value: string
  max: number
  rows?: number
  /** Of a refused input. */
  attributes?: object
}

/** The input of a description in Markdown, with a preview. */
export function MarkdownField({ view, label, value, max, rows = 8, attributes = {} }: Props) {
  const { say, baseUrl } = view
  return (
    <div class="markdown-field">
      <label>
        {label}
        <textarea name="description" rows={rows} maxlength={max} {...attributes}>
          {value}
        </textarea>
      </label>
      <div class="shown-markdown" data-shown hidden />
      <p class="button-row">
        <button
          type="button"
          data-markdown={`${baseUrl}/markdown`}
          data-failed={say('markdownFailed')}
          aria-pressed="false"
          hidden
        >
          {say('preview')}
        </button>
        <span class="quiet">{say('markdownHelp')}</span>
      </p>
    </div>
  )
}
