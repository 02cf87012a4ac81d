/** Whether a field has another value than the page gave it. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected)
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement)) return false
  if (field.type === 'radio' || field.type === 'checkbox') return field.checked !== field.defaultChecked
  return field.type !== 'hidden' && field.value !== field.defaultValue
}
