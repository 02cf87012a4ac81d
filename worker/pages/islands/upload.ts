/** Uploads a file with its progress, then shows the progress of processing, then opens the dataset. */
import { watchProcessing } from './processing/watch'
import { acceptDrops } from './uploads/drop'
import { sendResumable } from './uploads/resumable'

const form = document.querySelector<HTMLFormElement>('form[data-upload]')
if (form) prepare(form)

type Texts = { sending: string; processing: string; failed: string; stages: Record<string, string> }

function prepare(upload: HTMLFormElement): void {
  if (!acceptDrops(upload)) return
  upload.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(upload)
  })
}

/** The files are uploaded first, resumable; then the dataset is created from them. */
async function send(upload: HTMLFormElement): Promise<void> {
  const { base = '', upload: address = '', texts: textsJson = '{}' } = upload.dataset
  const texts = JSON.parse(textsJson) as Texts // written by the page
  const chosen = (name: string) => upload.querySelector<HTMLInputElement>(`input[name=${name}]`)?.files?.[0]
  const [file, attachments] = [chosen('file'), chosen('attachments')]
  if (!file) return
  const total = file.size + (attachments?.size ?? 0)
  const language = document.documentElement.lang
  const progress = progressOf(upload)
  progress.tell(texts.sending, 0)
  try {
    const sendOne = (one: File, before: number) =>
      sendResumable(one, {
        endpoint: `${base}/api/v1/uploads`,
        language,
        onProgress: (share) => {
          const percent = total === 0 ? 100 : (100 * (before + share * one.size)) / total
          progress.tell(`${texts.sending} ${Math.round(percent)} %`, percent)
        },
      })
    const body = new FormData()
    body.append('upload', await sendOne(file, 0))
    if (attachments) body.append('attachmentsUpload', await sendOne(attachments, file.size))
    for (const [name, value] of new FormData(upload)) {
      if (typeof value === 'string' && value.trim()) body.append(name, value)
    }
    const answer = await fetch(address, { method: 'POST', body, headers: { 'accept-language': language } })
    const { id, detail } = (await answer.json()) as { id?: string; detail?: string } // a dataset, or a problem
    if (!answer.ok || !id) throw new Error(detail ?? texts.failed)
    await watch(upload, id, { progress, texts })
  } catch (error) {
    progress.fail(error instanceof Error && error.message ? error.message : texts.failed)
  }
}

type Progress = ReturnType<typeof progressOf>

/** Shows the progress of processing, then opens the dataset. */
async function watch(
  upload: HTMLFormElement,
  id: string,
  { progress, texts }: { progress: Progress; texts: Texts },
): Promise<void> {
  progress.tell(texts.processing)
  await watchProcessing(upload.dataset.base ?? '', id, ({ task = '', progress: percent }) => {
    progress.tell(texts.stages[task] ?? texts.processing, percent !== undefined && percent >= 0 ? percent : undefined)
  })
  location.href = (upload.dataset.review ?? '').replace('{id}', encodeURIComponent(id))
}

function progressOf(upload: HTMLFormElement) {
  const box = upload.querySelector<HTMLElement>('[data-status]')
  const bar = box?.querySelector('progress')
  const text = box?.querySelector('p')
  const button = upload.querySelector<HTMLButtonElement>('button[type=submit]')
  if (box) box.hidden = false
  if (button) button.disabled = true
  return {
    tell(words: string, percent?: number) {
      box?.classList.remove('danger')
      if (text) text.textContent = words
      if (percent === undefined) bar?.removeAttribute('value')
      else if (bar) bar.value = percent
    },
    fail(words: string) {
      box?.classList.add('danger')
      if (text) text.textContent = words
      if (bar) bar.value = 0
      if (button) button.disabled = false
    },
  }
}
