/** The button that downloads the chart as a picture: its SVG file, drawn on a canvas. */

/** Pixels of the picture by unit of the drawing: it stays sharp on paper and on dense screens. */
const scale = 2

function show(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-picture]')) button.hidden = false
}

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-picture]')
  if (button) void save(button)
})

async function save({ dataset }: HTMLButtonElement): Promise<void> {
  const answer = await fetch(dataset.picture ?? '')
  if (!answer.ok) return
  const address = URL.createObjectURL(new Blob([await answer.text()], { type: 'image/svg+xml' }))
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * scale
  canvas.height = image.naturalHeight * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(address)
  const link = document.createElement('a')
  link.download = dataset.name ?? 'chart.png'
  link.href = canvas.toDataURL('image/png')
  link.click()
}

// The button is part of a region that the island `swap` replaces.
new MutationObserver(show).observe(document.body, { childList: true, subtree: true })
show()

export {}
