/** Whether a field has another value than the page gave it. */
export function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return isOtherChoice(field)
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement)) return false
  if (field.type === 'radio' || field.type === 'checkbox') return field.checked !== field.defaultChecked
  return field.type !== 'hidden' && field.value !== field.defaultValue
}

/** The first option is chosen where the page chose none. */
function isOtherChoice({ options, multiple, selectedIndex }: HTMLSelectElement): boolean {
  const all = [...options]
  if (multiple) return all.some((one) => one.selected !== one.defaultSelected)
  return (
    selectedIndex !==
      Math.max(
        0,
        all.findLastIndex((one) => one.defaultSelected),
      ) && all.length > 0
  )
}
