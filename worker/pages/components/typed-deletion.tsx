type Props = {
  /** Title, and text of the buttons. */
  label: string
  /** What has to be done before. */
  help: string
  /** What is deleted. */
  warning: string
  /** Label of the input: what to type. */
  typed: string
  action: string
}

/** A deletion that is confirmed by typing a name: the form sends it as `name`. */
export function TypedDeletion({ label, help, warning, typed, action }: Props) {
  return (
    <section class="card danger-zone">
      <h2>{label}</h2>
      <p class="quiet">{help}</p>
      <details class="confirmed">
        <summary class="button danger">{label}</summary>
        <form class="form" method="post" action={action}>
          <p>{warning}</p>
          <label>
            {typed}
            <input name="name" required autocomplete="off" />
          </label>
          <p class="button-row">
            <button class="danger" type="submit">
              {label}
            </button>
          </p>
        </form>
      </details>
    </section>
  )
}
