/** Uploads a file with its progress as soon as it is chosen, shows the progress of processing, then opens the dataset. */
import { ownText } from '../../schema/own-value'
import { watchProcessing } from './processing/watch'
import { acceptDrops } from './uploads/drop'
import { progressOf } from './uploads/progress'
import { sendResumable } from './uploads/resumable'

const form = document.querySelector<HTMLFormElement>('form[data-upload]')
if (form) prepare(form)

type Texts = {
  sending: string
  processing: string
  failed: string
  cancelled: string
  stages: Record<string, string>
  /** Refused types of files, by the code of the error. */
  refusals: Record<string, string>
}

function prepare(upload: HTMLFormElement): void {
  const progress = progressOf(upload)
  const signIn = upload.querySelector<HTMLElement>('[data-signed-out]')
  const start = async () => {
    const stopped = progress.begin()
    if (signIn) signIn.hidden = true
    try {
      await send(upload, progress, stopped)
    } catch (error) {
      const texts = textsOf(upload)
      if (stopped.aborted) {
        takeBack?.()
        progress.end(texts.cancelled)
      } else {
        const code = error instanceof Error && typeof error.cause === 'string' ? error.cause : ''
        if (signIn) signIn.hidden = code !== 'sign-in-required'
        const words = error instanceof Error ? failureText(error, upload, texts) : texts.failed
        progress.fail(words, code.startsWith('file-') && !areOptionsOpen())
      }
    }
  }
  const options = [...upload.querySelectorAll('details')]
  const areOptionsOpen = () => options.some(({ open }) => open)
  const takeBack = acceptDrops(upload, () => {
    // Options that are open are still to be filled in.
    if (!areOptionsOpen()) void start()
  })
  if (!takeBack) return
  // A file that was chosen before this script was there waits for the button.
  const isChosen = Boolean(upload.querySelector<HTMLInputElement>('.drop input[type=file]')?.files?.length)
  progress.showSend(areOptionsOpen() || isChosen)
  for (const one of options) one.addEventListener('toggle', () => progress.showSend(areOptionsOpen()))
  upload.addEventListener('submit', (event) => {
    event.preventDefault()
    void start()
  })
}

function failureText({ message, cause }: Error, upload: HTMLFormElement, { refusals, failed }: Texts): string {
  const refused = typeof cause === 'string' && ownText(refusals, cause)
  const name = upload.querySelector<HTMLInputElement>('input[name=file]')?.files?.[0]?.name ?? ''
  return refused ? refused.replace('{type}', name.split('.').at(-1) ?? '') : message || failed
}

// Written by the page.
const textsOf = ({ dataset: { texts = '{}' } }: HTMLFormElement) => JSON.parse(texts) as Texts

type Progress = ReturnType<typeof progressOf>

/** The files are uploaded first, resumable; then the dataset is created from them. */
async function send(upload: HTMLFormElement, progress: Progress, stopped: AbortSignal): Promise<void> {
  const { base = '', upload: address = '' } = upload.dataset
  const texts = textsOf(upload)
  const chosen = (name: string) => upload.querySelector<HTMLInputElement>(`input[name=${name}]`)?.files?.[0]
  const [file, attachments] = [chosen('file'), chosen('attachments')]
  if (!file) throw new Error(texts.failed)
  const total = file.size + (attachments?.size ?? 0)
  const language = document.documentElement.lang
  progress.tell(texts.sending, 0)
  const sendOne = (one: File, before: number) =>
    sendResumable(one, {
      endpoint: `${base}/api/v1/uploads`,
      language,
      signal: stopped,
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
  stopped.throwIfAborted()
  // Not interrupted: what it creates could not be deleted.
  const answer = await fetch(address, { method: 'POST', body, headers: { 'accept-language': language } })
  // A dataset, or a problem.
  const { id, detail, code } = (await answer.json()) as { id?: string; detail?: string; code?: string }
  if (!answer.ok || !id) throw new Error(detail ?? texts.failed, { cause: code })
  try {
    await watch(upload, id, { progress, texts, stopped })
  } catch (error) {
    if (stopped.aborted) await fetch(addressIn(upload.dataset.discard, id), { method: 'DELETE' })
    throw error
  }
}

/** Shows the progress of processing, then opens the dataset. */
async function watch(
  upload: HTMLFormElement,
  id: string,
  { progress, texts, stopped }: { progress: Progress; texts: Texts; stopped: AbortSignal },
): Promise<void> {
  stopped.throwIfAborted()
  progress.tell(texts.processing)
  const whenStopped = new Promise<never>((_, reject) => {
    stopped.addEventListener('abort', () => reject(stopped.reason))
  })
  const processed = watchProcessing(upload.dataset.base ?? '', id, ({ task = '', progress: percent }) => {
    if (stopped.aborted) return
    progress.tell(texts.stages[task] ?? texts.processing, percent !== undefined && percent >= 0 ? percent : undefined)
  })
  await Promise.race([processed, whenStopped])
  location.href = addressIn(upload.dataset.review, id)
}

const addressIn = (template = '', id: string) => template.replace('{id}', encodeURIComponent(id))
