import { raw } from 'hono/html'
import { isSafeInline } from '../../formats/kinds/mimetypes'
import { Icon } from '../components/icon'
import type { View } from '../view'
import type { FileLine } from './read-files'

/** A file: its properties, its line, and the extracts that match the search. */
export function FileItem({
  view,
  file,
  line,
  editable,
}: {
  view: View
  file: FileLine
  line: string
  editable: boolean
}) {
  const { say } = view
  const { path, _attachment_url: address, '_file.content_type': type } = file
  const name = editable ? (path.split('/').at(-1) ?? path) : path
  const isShown = isSafeInline(type)
  const extracts = file._highlight?.['_file.content'] ?? []
  const facts = [file['_file.title'], file['_file.author'], file['_file.date'] && view.date(file['_file.date'])].filter(
    Boolean,
  )
  return (
    <li class="item file">
      <article>
        <h2>
          <Icon name="file" />
          {address ? (
            <a
              href={address}
              {...(isShown ? { target: '_blank', rel: 'noopener' } : { download: true })}
              title={say(isShown ? 'openFile' : 'downloadFile', { name })}
            >
              {name}
            </a>
          ) : (
            name
          )}
          {address && isShown && (
            <a class="icon-button" href={address} download aria-label={say('downloadFile', { name })}>
              <Icon name="download" />
            </a>
          )}
        </h2>
        <ul class="facts">
          <li title={type}>{/\.([^./]{1,8})$/.exec(path)?.[1]?.toUpperCase() ?? type}</li>
          {typeof file['_file.content_length'] === 'number' && <li>{view.bytes(file['_file.content_length'])}</li>}
          <li>
            <a href={line}>{!editable && file._i ? say('lineNumber', { line: String(file._i) }) : say('lineOfFile')}</a>
          </li>
          {facts.map((fact) => (
            <li>{fact}</li>
          ))}
        </ul>
        {extracts.length > 0 && <p class="extract">{raw(extracts.map(marked).join(' … '))}</p>}
        {file['_file.error'] && <p class="extract">{file['_file.error']}</p>}
      </article>
    </li>
  )
}

/** The extract of a search is HTML with escaped text: its only tag marks the matches. */
const marked = (extract: string): string =>
  extract.replaceAll('<em class="highlighted">', '<mark>').replaceAll('</em>', '</mark>')
