/** What the forms of a remote service send to the API. Pure. */

/** The API key of a form; undefined when it has no name. */
export function sentApiKey(form: URLSearchParams): { in: string; name: string; value: string } | undefined {
  const name = form.get('keyName')?.trim()
  if (!name) return undefined
  return { in: form.get('keyIn') ?? 'header', name, value: form.get('keyValue') ?? '' }
}

/** Who may use a service: `type:id`, one per line. */
export function accessOf(form: URLSearchParams): { public: boolean; privateAccess: { type: string; id: string }[] } {
  const lines = (form.get('accounts') ?? '').split('\n').map((line) => line.trim())
  return {
    public: form.get('public') === 'true',
    privateAccess: lines.filter(Boolean).map((line) => {
      const [type = '', ...id] = line.split(':')
      return { type, id: id.join(':') }
    }),
  }
}
