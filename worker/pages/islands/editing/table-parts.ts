/** Changes of table elements, which are made only where something differs. */

export function spacer(): HTMLTableRowElement {
  const row = document.createElement('tr')
  row.className = 'spacer'
  row.setAttribute('aria-hidden', 'true')
  return row
}

export function setHeight(row: HTMLTableRowElement, height: number): void {
  row.hidden = height <= 0
  row.style.height = `${height}px`
}

export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

export function setAttribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name)
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
}
