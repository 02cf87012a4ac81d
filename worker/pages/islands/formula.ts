/** The form of a formula: the buttons of columns insert their keys where the formula is typed, or at its end. The button of a rewritten formula replaces the typed one. */
const formula = document.querySelector<HTMLTextAreaElement>('textarea[name=expr]')

/** Until it had the focus, the caret of a text area is at its start. */
let hadFocus = false
formula?.addEventListener('focus', () => {
  hadFocus = true
})

document.addEventListener('click', ({ target }) => {
  const rewritten = target instanceof Element && target.closest<HTMLButtonElement>('button[data-formula]')
  if (rewritten && formula) {
    formula.value = rewritten.dataset.formula ?? ''
    formula.dispatchEvent(new Event('input', { bubbles: true }))
    formula.focus()
    return
  }
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-insert]')
  if (!button || !formula) return
  const { value } = formula
  const [start, end] = hadFocus ? [formula.selectionStart, formula.selectionEnd] : [value.length, value.length]
  const [before, after] = [value.slice(0, start), value.slice(end)]
  const isWord = /[\p{L}\p{N}_$]/u
  const space = (beside: string | undefined) => (beside && isWord.test(beside) ? ' ' : '')
  const inserted = `${space(before.at(-1))}${button.dataset.insert}${space(after[0])}`
  formula.setRangeText(inserted, start, end, 'end')
  formula.dispatchEvent(new Event('input', { bubbles: true }))
  formula.focus()
})
